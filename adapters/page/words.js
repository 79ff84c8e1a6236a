// The page's own few words, in the language of the person.

const catalogue = await (await fetch("/page/words.json")).json();
let words = catalogue.en;

export function word(key, ...blanks) {
  return blanks.reduce((text, blank, at) => text.replace(`{${at}}`, () => blank), words[key] ?? key);
}

const SHOWN = [["words", "textContent"], ["label", "ariaLabel"], ["hint", "placeholder"], ["title", "title"]];

export function speak(language) {
  words = catalogue[language] ?? catalogue.en;
  document.documentElement.lang = language;
  for (const [attribute, name] of SHOWN) {
    for (const element of document.querySelectorAll(`[data-${attribute}]`)) element[name] = word(element.dataset[attribute]);
  }
}
