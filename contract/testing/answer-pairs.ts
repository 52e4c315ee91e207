// Pairs of answers in sixteen scripts: those that count as the same, those that do not, and answers that are too short.
// Each line has one pair.

const pairsOf = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [one = '', other = ''] = row.split('|').map((cell) => cell.trim());
      return [one, other];
    });

/** A recipient who types the second must be admitted if the owner wrote the first, and vice versa. */
export const equalAnswers: Record<string, [string, string][]> = {
  Latin: pairsOf(`
    The Blue House | blue house
    Café Müller | cafe muller
    Łódź | Lodz
    Żółta łódź | zolta lodz
    Strauß | Strauss
    STRAUẞ | strauß
    Søren Kjær | Soren Kjaer
    Ærø | aero
    Đặng | Dang
    Nguyễn Thị Hoà | nguyen thi hoa
    Işıl | Isil
    IŞIL | ışıl
    İstanbul | istanbul
    Þórður | Thordur
    Ħamrun | hamrun
    Œuvre | oeuvre
    Åse | ASE
    Čapek | capek
    João | Joao
    señor Ñandú | senor nandu
    Ștefan | stefan
    O'Brien | OBrien
    O’Brien | O Brien
    O´Brien | obrien
    Hawaiʻi | Hawaii
    D'Angelo | DAngelo
    D'Angelo | d angelo
    L'école | école
    L'école | lecole
    l’ École | ecole
    ice-cream | icecream
    ice-cream | ice cream
    ice—cream | Ice Cream
    J.R. | JR
    J. R. | j r
    A-Team | A Team
    A-Team | ATeam
    Rock'n'Roll | rock n roll
    Jean-Pierre | Jean Pierre
    mill pond | millpond
    St. John's | st johns
    Mr. Whiskers! | mr whiskers
    “Petrel” | petrel
    (Petrel) | petrel
    Rex 🐶 | rex
    ＦＵＬＬ　ｗｉｄｔｈ | full width
    ﬁnch | finch
    pet­rel | petrel
    in der Küche | Küche
    los Ángeles | angeles`),
  Digits: pairsOf(`
    1987 | ١٩٨٧
    1987 | ۱۹۸۷
    1987 | १९८७
    1987 | ১৯৮৭
    1987 | ௧௯௮௭
    1987 | ౧౯౮౭
    1987 | ๑๙๘๗
    1987 | ໑໙໘໗
    1987 | ၁၉၈၇
    1987 | ១៩៨៧
    1987 | ༡༩༨༧
    1987 | １９８７
    1987 | 𝟏𝟗𝟖𝟕
    12.5.1987 | 12 5 1987
    12-05-1987 | 12/05/1987
    555-1234 | 5551234
    1,000 | 1000
    1️⃣2️⃣5 | 125`),
  Greek: pairsOf(`
    Βόρεια Θάλασσα | βορεια θαλασσα
    ΑΘΗΝΑΣ | Αθήνας
    ΟΔΥΣΣΕΥΣ | Οδυσσεύς
    Αϊ-Γιώργης | ΑΪ ΓΙΩΡΓΗΣ
    μαΐστρος | μαιστρος`),
  Cyrillic: pairsOf(`
    Ёлка | елка
    Год петуха | ГОД ПЕТУХА
    Санкт-Петербург | санкт петербург
    Санкт-Петербург | Санктпетербург
    Йорик | иорик
    Київ | КИЇВ
    Ѓорѓи | горги
    за́мок | замок
    об'єкт | обєкт`),
  Arabic: pairsOf(`
    محـمد | محمد
    علی‌رضا | علیرضا
    عبد الله | عبدالله
    «القاهرة» | القاهرة
    ﺣﺒﻴﺐ | حبيب
    بيت، أزرق | بيت أزرق
    علی رضا | علي رضا
    کتاب | كتاب
    مصطفى | مصطفي
    علی‌رضا | عليرضا
    على | علی
    شیراز ۷ | شيراز 7
    ٱلرحمن | الرحمن`),
  Hebrew: pairsOf(`
    הבית הכחול | הבית  הכחול
    תל־אביב | תל אביב
    תל־אביב | תלאביב
    צה״ל | צהל
    ג׳ירפה | גירפה`),
  Devanagari: pairsOf(`
    दादी कमला | दादी  कमला
    दादी-कमला | दादी कमला
    कमला। | कमला
    क़लम | क़लम
    राम ४२ | राम 42`),
  Bengali: pairsOf(`
    ঠাকুরমা | ঠাকুরমা।
    বড় বাড়ি | বড় বাড়ি
    নীল-নৌকা | নীল নৌকা`),
  Tamil: pairsOf(`
    பாட்டி வீடு | பாட்டி-வீடு
    கொடி | கொடி
    பூனை. | பூனை`),
  Thai: pairsOf(`
    บ้าน ริมน้ำ | บ้านริมน้ำ
    “แม่น้ำ” | แม่น้ำ
    ซอย ๙ | ซอย 9`),
  Han: pairsOf(`
    富士山 | 「富士山」
    北京 | 北 京
    李小龙 | 李·小龙
    ３月 | 3月
    ㈱山田 | (株)山田`),
  Kana: pairsOf(`
    パパトバス | ﾊﾟﾊﾟﾄﾊﾞｽ
    パパ | ぱぱ
    ﾊﾟﾊﾟ | ぱぱ
    サクラ | さくら
    ヴィオラ | ゔぃおら
    キャンディー | きゃんでぃー
    いすゞ | イスヾ
    一ヶ月 | 一ゖ月
    ジョン・スミス | ジョン スミス
    ジョン・スミス | ジョンスミス
    ばば | ばば。`),
  Hangul: pairsOf(`
    할머니 | 할머니
    할머니 댁 | 할머니댁
    제주-도 | 제주도`),
  Armenian: pairsOf(`
    Երևան | ԵՐԵՎԱՆ՜
    Արարատ։ | արարատ
    կապույտ նավ | ԿԱՊՈՒՅՏ ՆԱՎ`),
  Georgian: pairsOf(`
    თბილისი | ᲗᲑᲘᲚᲘᲡᲘ
    ლურჯი-ნავი | ლურჯი ნავი`),
  Khmer: pairsOf(`
    ភ្នំ ពេញ | ភ្នំពេញ
    ភ្នំពេញ។ | ភ្នំពេញ`),
  Ethiopic: pairsOf(`
    አዲስ አበባ | አዲስ፡አበባ
    አዲስ አበባ። | አዲስአበባ`),
};

/** Somebody who knows only the second answer must not be admitted by it. */
export const differentAnswers: Record<string, [string, string][]> = {
  Latin: pairsOf(`
    petrel | petrels
    petrel | petrel 2
    blue petrel | petrel blue
    O'Brien | Brien
    Łódź | Łódka
    Strauß | Straus
    Søren | Sren
    Æsop | Asop
    ??? | !!!
    the the | a a`),
  Digits: pairsOf(`
    1987 | 1978
    ١٩٨٧ | 1988
    1987 | 19870`),
  Greek: pairsOf(`
    θάλασσα | θάλασσες
    γιαγιά | γιαγιές`),
  Cyrillic: pairsOf(`
    петрель | petrel
    Київ | Киев
    бабушка | дедушка`),
  Arabic: pairsOf(`
    جد | جدة
    حبيب | حبيبة
    علي | علية
    سارة | ساره`),
  Hebrew: pairsOf(`
    סבא | סבתא
    כחול | כחולה`),
  Devanagari: pairsOf(`
    दादी कमला | दादा कमल
    माँ | मा
    मामा | मामी
    नाना | नानी`),
  Bengali: pairsOf(`
    দাদা | দাদি
    কাকা | কাকি`),
  Tamil: pairsOf(`
    பாட்டி | பட்டு
    மாமா | மாமி`),
  Thai: pairsOf(`
    แม่ | แม
    ใกล้ | ใกล
    ปู่ | ปู`),
  Han: pairsOf(`
    富士 | 富士山
    爷爷 | 奶奶`),
  Kana: pairsOf(`
    パパ | ハハ
    パパ | はは
    パパ | ばば
    キャ | きや
    オバサン | おばあさん
    パパとバス | ハハとハス
    ばば | はは
    おばさん | おばあさん`),
  Hangul: pairsOf(`
    할머니 | 할아버지
    엄마 | 어마`),
  Armenian: pairsOf('տատիկ | պապիկ'),
  Georgian: pairsOf('ბებია | ბაბუა'),
  Khmer: pairsOf('តា | តី'),
  Ethiopic: pairsOf('አያት | አባት'),
};

const wordsOf = (list: string): string[] => list.trim().split(/\s+/);

export const shortAnswers = wordsOf(`
  x ab ÄÄ é́é ß aaaa ÁÁÁ ??? ... 👍👍👍 ❤️ 12 ١٢ γη да ёё أب אב क मा माँमाँमाँ வீ แ 山 山山山 あ ああああ パ 母 엄 ء ა አ ភ តា`);

export const longEnoughAnswers = wordsOf(`
  Rex été 125 ١٩٨٧ γιαγιά мак جدة סבא माँ दादी मामा ঠাকুরমা பாட்டி แม่ ย่า 北京 爷爷 ばば ママ はは 엄마 나나 տատ ბებია អ្នក አያት`);
