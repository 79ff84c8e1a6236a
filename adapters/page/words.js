// The page's own few words, in the language of the person.

const catalogue = await (await fetch("/page/words.json")).json();
let words = catalogue.en;

export function word(key, ...blanks) {
  return blanks.reduce((text, blank, at) => text.replace(`{${at}}`, () => blank), words[key] ?? key);
}

export function speak(language) {
  words = catalogue[language] ?? catalogue.en;
  document.documentElement.lang = language;
  for (const [attribute, name] of [["words", "textContent"], ["label", "ariaLabel"], ["hint", "placeholder"]]) {
    for (const element of document.querySelectorAll(`[data-${attribute}]`)) {
      element[name] = word(element.dataset[attribute]);
    }
  }
}
