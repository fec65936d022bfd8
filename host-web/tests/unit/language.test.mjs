// Tests that the language of the browser is read as by `Language::of_tag` of the view.
import assert from "node:assert/strict";
import { test } from "node:test";

const LANGUAGES = {
    en: "en", "de-CH": "en", zhx: "en", zh: "zh-Hans", "zh-CN": "zh-Hans", "zh-Hans-SG": "zh-Hans", "zh-TW": "zh-Hant",
    "ZH-HK": "zh-Hant", "zh-Hant-MY": "zh-Hant",
};

for (const [tag, wanted] of Object.entries(LANGUAGES)) {
    test(`the language of ${tag} is ${wanted}`, async () => {
        Object.defineProperty(globalThis, "navigator", { value: { language: tag }, configurable: true });
        globalThis.document = { documentElement: {} };
        const { language, text } = await import(`../../www/language.js?${tag}`);
        assert.equal(language, wanted);
        assert.equal(document.documentElement.lang, wanted);
        assert.equal(text("Draw", "和棋")["zh-Hant"], "和棋");
    });
}
