"""Golden cases for the package's tokenizer: sentences written for this purpose with the tokens of the real one.

    python tokenizer_cases.py test/encoders/fixtures/wordpiece-cases.json
"""

import json
import sys
from pathlib import Path

from tokenizers import Tokenizer

from teacher import model_directory

TEXTS = [
    "",
    "   \t\r\n ",
    "tea",
    "The harbour lights were repainted in 1987.",
    "Don't re-enter; it's 12:30 (approx.) -- OK?",
    "user_name@example.org costs $4.50 & <b>more</b> ~100% [draft] {x} `y` ^z |w|",
    "Unbelievably, antidisestablishmentarianism floccinaucinihilipilification.",
    "MiXeD CaSe ACRONYM iPhone",
    "a" * 100,
    "a" * 101 + " tail",
    "é" * 100 + " " + "é" * 101,
    "Café CAFÉ cafe\u0301 naïve Ångström Łódź Øresund",
    "Zürich–Genève: “quoted” ‘single’ … em—dash",
    "ﬁne ﬂour Ⅷ ½ x² №5 ™ ℃",
    "Straße ẞ İstanbul ıspanak ǅ",
    "ΟΔΥΣΣΕΥΣ σας Σ",
    "Москва й Й ё і ї",
    "北京大学 is in 中国。東京タワー ひらがな 한국어 서울",
    "mixed中文word and 한글word",
    "شَمْس العربية עִבְרִית हिन्दी ไทย ქართული",
    "smile 🙂 family 👨\u200d👩\u200d👧 flag 🇫🇷 thumbs👍🏽up",
    "zero\u200bwidth soft\u00adhyphen bom\ufefftext nul\u0000char bell\u0007s",
    "form\u000cfeed vertical\u000btab next\u0085line",
    "no\u00a0break thin\u2009space ideographic\u3000space line\u2028separator",
    "combining a\u0301\u0323\u0302 e\u0308x \u0301start",
    "replacement\ufffdcharacter private\ue000use",
    "O\u2019Neil\u2019s l\u2019eau rock\u2011n\u2011roll",
    "¿Qué? ¡Sí! §4 ¶ «guillemets» 100€ £5 ¥7 5×6÷2±1",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟘𝟙 𐍈 𠀀𠀁",
    "x=1;y=2//comment http://a.b/c?d=e&f#g",
    "1,234,567.89 3rd 21st-century B2B v2.0.1-rc3",
    "ab\u0301c\u200dd!e\u0301? f",
    "ﷺ ㍿ ㎏ ①",
    "ấ ệ ữ Việt Nam Đà Nẵng",
    "qqqzxv jjjkkkwww xxyyzz",
]


def main():
    tokenizer = Tokenizer.from_file(str(model_directory() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    cases = [{"text": t, "tokens": tokenizer.encode(t, add_special_tokens=False).tokens} for t in TEXTS]
    lines = ",\n".join("  " + json.dumps(c, ensure_ascii=True) for c in cases)
    Path(sys.argv[1]).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
