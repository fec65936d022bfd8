//! Simplified Chinese in traditional characters.
//!
//! The pairs are those of OpenCC for Taiwan (<https://github.com/BYVoid/OpenCC>). A pair has as many bytes on
//! both sides, so that a text can be converted in the compiler.

use core::fmt::{self, Display};

/// Words whose characters have another form than in most words.
const PHRASES: [(&str, &str); 8] = [
    ("复制", "複製"),
    ("重复", "重複"),
    ("复盘", "覆盤"),
    ("坐标", "座標"),
    ("防御", "防禦"),
    ("那里", "那裡"),
    ("这里", "這裡"),
    ("里面", "裡面"),
];

/// Characters with another traditional form, in the order of their code points.
#[rustfmt::skip]
const PAIRS: [(&str, &str); 294] = [
    ("与", "與"), ("专", "專"), ("业", "業"), ("东", "東"), ("两", "兩"), ("严", "嚴"),
    ("个", "個"), ("为", "為"), ("乔", "喬"), ("习", "習"), ("书", "書"), ("于", "於"),
    ("亚", "亞"), ("从", "從"), ("价", "價"), ("优", "優"), ("会", "會"), ("伦", "倫"),
    ("伪", "偽"), ("体", "體"), ("余", "餘"), ("侧", "側"), ("兑", "兌"), ("兰", "蘭"),
    ("关", "關"), ("内", "內"), ("写", "寫"), ("军", "軍"), ("况", "況"), ("准", "準"),
    ("击", "擊"), ("则", "則"), ("刚", "剛"), ("删", "刪"), ("别", "別"), ("动", "動"),
    ("励", "勵"), ("势", "勢"), ("单", "單"), ("卧", "臥"), ("却", "卻"), ("历", "歷"),
    ("压", "壓"), ("参", "參"), ("双", "雙"), ("变", "變"), ("叠", "疊"), ("号", "號"),
    ("后", "後"), ("吗", "嗎"), ("听", "聽"), ("启", "啟"), ("响", "響"), ("国", "國"),
    ("图", "圖"), ("圆", "圓"), ("圣", "聖"), ("场", "場"), ("坏", "壞"), ("块", "塊"),
    ("声", "聲"), ("处", "處"), ("复", "復"), ("够", "夠"), ("头", "頭"), ("夹", "夾"),
    ("奖", "獎"), ("学", "學"), ("实", "實"), ("宫", "宮"), ("宾", "賓"), ("对", "對"),
    ("导", "導"), ("将", "將"), ("尔", "爾"), ("层", "層"), ("帅", "帥"), ("师", "師"),
    ("帮", "幫"), ("库", "庫"), ("应", "應"), ("庞", "龐"), ("开", "開"), ("弃", "棄"),
    ("强", "強"), ("归", "歸"), ("当", "當"), ("录", "錄"), ("径", "徑"), ("总", "總"),
    ("悬", "懸"), ("戏", "戲"), ("战", "戰"), ("执", "執"), ("护", "護"), ("报", "報"),
    ("拦", "攔"), ("择", "擇"), ("挂", "掛"), ("挡", "擋"), ("捞", "撈"), ("损", "損"),
    ("换", "換"), ("摆", "擺"), ("敛", "斂"), ("数", "數"), ("断", "斷"), ("无", "無"),
    ("旧", "舊"), ("时", "時"), ("显", "顯"), ("暂", "暫"), ("机", "機"), ("杀", "殺"),
    ("权", "權"), ("杠", "槓"), ("条", "條"), ("来", "來"), ("标", "標"), ("样", "樣"),
    ("横", "橫"), ("欢", "歡"), ("欧", "歐"), ("残", "殘"), ("毙", "斃"), ("气", "氣"),
    ("汉", "漢"), ("没", "沒"), ("泽", "澤"), ("测", "測"), ("浏", "瀏"), ("游", "遊"),
    ("溃", "潰"), ("滚", "滾"), ("满", "滿"), ("点", "點"), ("烁", "爍"), ("爱", "愛"),
    ("牵", "牽"), ("狮", "獅"), ("环", "環"), ("现", "現"), ("电", "電"), ("画", "畫"),
    ("监", "監"), ("盖", "蓋"), ("盘", "盤"), ("着", "著"), ("码", "碼"), ("确", "確"),
    ("离", "離"), ("秃", "禿"), ("种", "種"), ("称", "稱"), ("竖", "豎"), ("签", "籤"),
    ("简", "簡"), ("类", "類"), ("红", "紅"), ("约", "約"), ("级", "級"), ("纳", "納"),
    ("纹", "紋"), ("线", "線"), ("练", "練"), ("终", "終"), ("绍", "紹"), ("经", "經"),
    ("结", "結"), ("给", "給"), ("络", "絡"), ("绝", "絕"), ("统", "統"), ("继", "繼"),
    ("绪", "緒"), ("续", "續"), ("维", "維"), ("缓", "緩"), ("编", "編"), ("缩", "縮"),
    ("网", "網"), ("罗", "羅"), ("胜", "勝"), ("脑", "腦"), ("脱", "脫"), ("脸", "臉"),
    ("节", "節"), ("苏", "蘇"), ("范", "範"), ("莱", "萊"), ("获", "獲"), ("萨", "薩"),
    ("虚", "虛"), ("补", "補"), ("观", "觀"), ("规", "規"), ("览", "覽"), ("触", "觸"),
    ("计", "計"), ("认", "認"), ("记", "記"), ("许", "許"), ("论", "論"), ("设", "設"),
    ("证", "證"), ("评", "評"), ("识", "識"), ("试", "試"), ("该", "該"), ("语", "語"),
    ("误", "誤"), ("说", "說"), ("请", "請"), ("诺", "諾"), ("读", "讀"), ("谊", "誼"),
    ("谱", "譜"), ("负", "負"), ("贡", "貢"), ("败", "敗"), ("贴", "貼"), ("赛", "賽"),
    ("赢", "贏"), ("车", "車"), ("转", "轉"), ("轮", "輪"), ("轻", "輕"), ("载", "載"),
    ("较", "較"), ("辑", "輯"), ("输", "輸"), ("边", "邊"), ("达", "達"), ("过", "過"),
    ("运", "運"), ("还", "還"), ("这", "這"), ("进", "進"), ("连", "連"), ("选", "選"),
    ("逊", "遜"), ("邻", "鄰"), ("采", "採"), ("释", "釋"), ("钉", "釘"), ("钓", "釣"),
    ("钟", "鍾"), ("钠", "鈉"), ("钥", "鑰"), ("钩", "鉤"), ("钮", "鈕"), ("铁", "鐵"),
    ("银", "銀"), ("销", "銷"), ("错", "錯"), ("键", "鍵"), ("镜", "鏡"), ("长", "長"),
    ("门", "門"), ("闪", "閃"), ("闭", "閉"), ("问", "問"), ("闯", "闖"), ("间", "間"),
    ("闷", "悶"), ("阵", "陣"), ("际", "際"), ("随", "隨"), ("隐", "隱"), ("难", "難"),
    ("静", "靜"), ("韦", "韋"), ("页", "頁"), ("项", "項"), ("顺", "順"), ("须", "須"),
    ("顿", "頓"), ("题", "題"), ("颜", "顏"), ("颠", "顛"), ("风", "風"), ("飞", "飛"),
    ("马", "馬"), ("鱼", "魚"), ("鲁", "魯"), ("鸭", "鴨"), ("鸯", "鴦"), ("鸳", "鴛"),
    ("鹜", "鶩"), ("鹫", "鷲"), ("麦", "麥"), ("齐", "齊"), ("龙", "龍"), ("龟", "龜"),
];

/// The bytes of a character in [`PAIRS`].
const WIDTH: usize = 3;

/// Compares a key with the bytes at a place.
const fn compare(key: &str, text: &[u8], at: usize) -> i32 {
    let key = key.as_bytes();
    let mut index = 0;
    while index < key.len() {
        let other = if at + index < text.len() { text[at + index] as i32 } else { -1 };
        let difference = key[index] as i32 - other;
        if difference != 0 {
            return difference;
        }
        index += 1;
    }
    0
}

/// Returns the traditional form of the word or character at a place, if it is another one.
const fn traditional_at(text: &[u8], at: usize) -> Option<&'static str> {
    let mut index = 0;
    while index < PHRASES.len() {
        if compare(PHRASES[index].0, text, at) == 0 {
            return Some(PHRASES[index].1);
        }
        index += 1;
    }
    let (mut from, mut to) = (0, PAIRS.len());
    while from < to {
        let middle = usize::midpoint(from, to);
        match compare(PAIRS[middle].0, text, at) {
            0 => return Some(PAIRS[middle].1),
            less if less < 0 => from = middle + 1,
            _ => to = middle,
        }
    }
    None
}

/// Returns the bytes of a text in traditional characters.
///
/// # Panics
/// When the text does not have `BYTES` bytes.
pub(super) const fn traditional_bytes<const BYTES: usize>(text: &str) -> [u8; BYTES] {
    let text = text.as_bytes();
    assert!(text.len() == BYTES);
    let mut bytes = [0; BYTES];
    let mut at = 0;
    while at < BYTES {
        let word = match traditional_at(text, at) {
            Some(word) => word.as_bytes(),
            None => &[],
        };
        bytes[at] = text[at];
        let mut index = 0;
        while index < word.len() {
            bytes[at + index] = word[index];
            index += 1;
        }
        at += if word.is_empty() { 1 } else { word.len() };
    }
    bytes
}

/// Returns the text of bytes.
///
/// # Panics
/// When the bytes are not UTF-8.
pub(super) const fn text_of(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a pair has as many bytes on both sides"),
    }
}

/// Returns a single character in its traditional form.
pub(super) const fn traditional_character(text: &'static str) -> &'static str {
    match traditional_at(text.as_bytes(), 0) {
        Some(other) if text.len() == WIDTH => other,
        _ => text,
    }
}

/// A text in traditional characters.
///
/// ```
/// use chuhe_view::text::Traditional;
/// assert_eq!(Traditional("复制棋谱").to_string(), "複製棋譜");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traditional<'a>(pub &'a str);

impl Display for Traditional<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(first) = rest.chars().next() {
            let after = match traditional_at(rest.as_bytes(), 0) {
                Some(word) => {
                    f.write_str(word)?;
                    word.len()
                }
                None => {
                    write!(f, "{first}")?;
                    first.len_utf8()
                }
            };
            rest = &rest[after..];
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Language, Text};

    /// Characters of the interface with one form in both scripts.
    const SAME: &str = "\
一七三上下不中丹主之九也了二互五些交人什今介仍仕他仙代令以件任伊伯但位住佐何佛作\
佳使例保俥個倒候借值做停傌像價先光克兌入內全兩八六共兵其具再冠出刀分列初判別利刪\
到制前剛剜剩剪力功加劣助勒動勝包匈化十升半卒博卡印即卻原去參及友反取受口古另只可\
史右吃合吉同名向否告周命和哈哥哪啟單嗎器四回因困固圈國圓圖在地均坐坦型執基堪堵塔\
塞填增墨士外多夠大天太夫央失夾奇好如妙姆始子字存它安完宗定宮家容密實寫寸封將專對\
導小少尚尤就尺尼尾局屏層岸崩川巡工左己已巴布希帥師幅幕幫平年序底度座庫庭廖弈式引\
弱形彼待後徑得從御復微德心必快思急恢恩悔您情意慢應戈成我或截戰所手才扎打托折拉拐\
拒拖招持指按捉捷掉排採接推提換搜摸撤擇擊擋操擎擦擺支收改攻放故效教敦整數斃文斜斯\
新方於旁旅既日早昂明易星昨是時景暫曲更最會月有期木未末本杜束板析林果架查栓格案條\
棄棋森楚楷槓槽標樣機橫權次欣歡止正此步死殊殘段殿母每比氣水沉沒河治況法波注流浮海\
消深添清測源準滑滿漏漢澳炮炸為無然照爍爬片版牙特牽狐猩獲率王玩班現球環瓦用田由界\
留畫當疑白百的皮監盤目直相看眨眼知短研砲確磁示祖禦科秒移程稍種稱究空穿窗窩立章符\
第等答算箭節簡籤米粘系紅紋級索累終結絕給經緒線編縮繁繼續缺置翻翼老考者聲聽背能腦\
腿臣臥自至與舊色英茨荷菜菲萄落著葡蒂蒙蓋藏虎處虛號蛇行表袋被裁裡複西要覆規觀角解\
言計記設許試該認語誤請證識譜警護讀變豎象負貼賽走起超越趣足路跳蹩車軍輪輯輸轉迎近\
返迪退送逃途逗這通速連進遍過選還邊那部都鄰里重量金銷錯鍵鍾鏡鐵鑰長門閃閉開間關防\
阻阿降限除隔際障隨集雙離雷電需霍霞面音項須頭題顯餘首馬體高鬼鶩黑默點鼠齊\
";

    #[test]
    fn pairs_are_sorted_and_of_one_length() {
        assert!(PAIRS.is_sorted_by(|one, other| one.0 < other.0));
        assert!(PAIRS.iter().all(|(from, to)| from.len() == WIDTH && to.len() == WIDTH));
        assert!(PHRASES.iter().all(|(from, to)| from.len() == to.len()));
    }

    #[test]
    fn every_character_of_a_text_has_a_known_form() {
        let is_known = |letter: char| {
            !('\u{4e00}'..='\u{9fff}').contains(&letter)
                || SAME.contains(letter)
                || PAIRS.iter().any(|&(from, _)| from.starts_with(letter))
        };
        for text in Text::ALL {
            let unknown = text.get(Language::Chinese).chars().find(|&letter| !is_known(letter));
            assert_eq!(unknown, None, "add it to PAIRS or SAME");
        }
    }

    #[test]
    fn words_decide_before_characters() {
        assert_eq!(Text::CopyGame.get(Language::TraditionalChinese), "複製棋譜");
        assert_eq!(traditional_character("马"), "馬");
        assert_eq!(traditional_character("兵"), "兵");
    }
}
