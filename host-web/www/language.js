// The language of the browser, which a page has until its settings name another, and a text in all languages.
const chinese = /\b(hant|tw|hk|mo)\b/i.test(navigator.language) ? "zh-Hant" : "zh-Hans";
export const language = /^zh\b/i.test(navigator.language) ? chinese : "en";
document.documentElement.lang = language;

export const text = (en, hans, hant = hans) => ({ en, "zh-Hans": hans, "zh-Hant": hant });
