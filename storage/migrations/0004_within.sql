-- The place that a room's place is a part of, as a thread is of its channel; else empty.

ALTER TABLE room ADD COLUMN within TEXT NOT NULL DEFAULT '';
