"""Commentaries as web pages lay them out: a sentence a line, notes in brackets, posts on a board, sounds in letters."""

from __future__ import annotations

import pytest

from yili_kg.layers import edit
from yili_kg.models import Edition
from yili_kg.sources.read import read_text
from yili_kg.sources.small_print import bracketed


def parts(edition: Edition) -> list[tuple[str, str, str]]:
    """Layer, speaker, the first graphs of each part that has a speaker or is base text."""
    return [(s.layer, s.speaker, s.text[:6]) for s in edition.segments if s.layer != "題"]


#: Posts of a board, with the text of a passage, its note and its 疏, a sentence a line.
POST = """某人 發表於 2013-4-28 22:1{n}:09

<B>
<P align=center><STRONG><FONT size=5>【<FONT color=red>儀禮注疏 卷第十三</FONT>】</FONT></STRONG></P>
<P><STRONG><BR>{lines}
<P>&nbsp;</P></STRONG></B>

"""
FIRST = (
    "辯旅,皆不拜。",
    "(主人之贊者於此始旅,嫌有拜。)",
    "[疏]『辯旅皆不拜』。",
    "註『主人』至『有拜』。",
    "釋曰:以記云:『主人之贊者不與,無爵然後與。』",
    "故明之也。",
)
SECOND = (
    "執觶者皆與旅。",
    "(嫌已飲不復飲也。上使之勸人耳,非逮下之惠也。亦自以齒與於旅也。)",
    "[疏]『執觶者皆與旅』。",
    "註『嫌已』至『旅也』。",
    "釋曰:此即上文二人舉觶者,已卒觶。",
)
THIRD = (
    "卒受者以虛觶降,奠於篚。",
    "執觶者洗,升實觶,反奠於賓與大夫。",
    "(復奠之者,燕以飲酒為歡,醉乃止,主人之意也。)",
    "[疏]『卒受』至『大夫』。",
    "註『復奠』至『意也』。",
    "釋曰:不從者,以其皆在無爵之科。",
    "明不為爵。",
)


def test_posts_with_a_sentence_a_line() -> None:
    raw = "".join(
        POST.format(n=n, lines="\n<P>&nbsp;</P>".join(lines)) for n, lines in enumerate((FIRST, SECOND, THIRD))
    )
    document = read_text(raw)
    edition = edit(document)
    assert parts(edition) == [
        ("經", "", "辯旅,皆不拜"),
        ("注", "鄭玄", "(主人之贊者"),
        ("疏", "賈公彥", "『辯旅皆不拜"),
        ("經", "", "執觶者皆與旅"),
        ("注", "鄭玄", "(嫌已飲不復"),
        ("疏", "賈公彥", "『執觶者皆與"),
        ("經", "", "卒受者以虛觶"),
        ("經", "", "執觶者洗,升"),
        ("注", "鄭玄", "(復奠之者,"),
        ("疏", "賈公彥", "『卒受』至『"),
    ]
    assert [s.passages for s in edition.segments if s.layer == "疏"] == [("05.275",), ("05.276",), ("05.277",)]
    assert [s.text[-5:] for s in edition.segments if s.layer == "疏"] == ["故明之也。", ",已卒觶。", "明不為爵。"]
    posted = raw.index("某人")
    assert [n.reason for n in document.noise if n.start <= posted < n.end] == ["navigation"]


#: A page whose 疏 goes on for lines, behind a label that stands before the first only.
CLAUSES = """儀禮注疏卷一
士冠禮第一
筮人還，東面，旅占，卒，進告吉。
（旅，眾也。還與其屬共占之。古文旅作臚也。）
[疏]「筮人」至「告吉」。
○釋曰：此言筮人既於主人受得卦體，還于門西東面。
旅共占之，是吉卦。
乃進向門東，東面告主人云「吉」也。
若不吉，則筮遠日，如初儀。
（遠日，旬之外。）
[疏]「若不」至「初儀」。
○釋曰：《曲禮》「吉事先近日」。
此《冠禮》是吉事，故先筮近日。
"""


def test_a_sub_commentary_goes_on_to_the_text_at_which_the_next_points() -> None:
    edition = edit(read_text(CLAUSES))
    subs = [s for s in edition.segments if s.layer == "疏"]
    assert [(s.passages, s.text[-8:].strip()) for s in subs] == [
        (("01.011",), "主人云「吉」也。"),
        (("01.012",), "是吉事，故先筮近日。"[-8:]),
    ]
    assert [s.text[:4] for s in edition.segments if s.layer == "經"] == ["筮人還，", "若不吉，"]


#: A preface stands between the heading and the first passage.
PREFACED = """士冠禮第一
儀禮疏序。
○竊聞道本沖虛，非言無(wú)以表其疏；言有微妙，非釋無能悟其理。
士冠禮。筮于廟門。
（筮者，以蓍問日吉凶於《易》也。冠必筮日於廟門者，重以成人之禮成子孫也。廟，謂禰廟。不於堂者，嫌蓍之靈由廟神。）
[疏]「士冠禮筮于廟門」。○釋曰：自此至「宗人告事畢」一節。
主人玄冠，朝服，緇帶，素韠，即位于門東，西面。
（主人，將冠者之父兄也。玄冠，委貌也。朝服者，十五升布衣而素裳也。）
[疏]「主人」至「西面」。○釋曰：此論主人所服。
"""


def test_what_stands_before_the_first_passage_is_no_base_text() -> None:
    edition = edit(read_text(PREFACED))
    assert [s.layer for s in edition.segments] == ["題", "文", "文", "經", "注", "疏", "經", "注", "疏"]


def test_sounds_in_letters_are_passed_over() -> None:
    raw = "士冠禮第一\n主人玄冠(guān)，朝(cháo)服，緇(zī)帶。\n"
    edition = edit(read_text(raw))
    assert edition.segments[-1].text == "主人玄冠，朝服，緇帶。"


#: A volume of a library on a page: who wrote it stands above the first chapter; his notes stand in brackets.
VOLUME = """某禮本義 (四庫全書本)/卷05

欽定四庫全書
某禮本義卷五
某縣王甲乙撰
鄉射禮第五
鄉射之禮主人戒賓賓出迎再拜主人答再拜乃請{0}主人州長也{1}
主人朝服乃速賓賓朝服出迎再拜主人答再拜退賓送再拜{0}速召也朝服玄端素裳鄭康成曰賓以射者至于此乃速之{1}
賓及眾賓遂從之{0}從隨也{1}
"""


@pytest.mark.parametrize("brackets", ["〈〉", "（）", "()"])
def test_notes_of_an_author_known_by_a_line(brackets: str) -> None:
    document = read_text(VOLUME.format(*brackets))
    edition = edit(document)
    assert document.title == "某禮本義卷五"
    found = {s.text.strip(brackets)[:4]: (s.layer, s.speaker) for s in edition.segments}
    assert (found["鄉射之禮"], found["主人朝服"]) == (("經", ""), ("經", ""))
    assert found["速召也朝"] == ("述註", "王甲乙")
    assert found["從隨也"] == ("述註", "王甲乙")


#: The same library, with a paragraph for each voice; the page names the volumes before and behind this one.
PARAGRAPHS = """某禮集編 (四庫全書本)/卷01

卷首下 某禮集編 卷一 卷二

欽定四庫全書
某縣知縣王甲乙撰
士冠禮第一之一
鄭目録云童子任職居士位年二十而冠主人玄冠朝服則是仕於諸侯天子之士朝服皮弁素積古者四民世事士之子恒為士冠禮於五禮屬嘉禮大小戴及別録此皆第一
疏曰鄭云童子居士位者據下昏禮相見禮皆士身所行故知此是士身自加冠也
士冠禮筮于廟門
注曰筮者以蓍問日吉凶於易也冠必筮日於廟門者重以成人之禮成子孫也
疏曰自此至宗人告事畢一節論將行冠禮先筮取日之事
主人玄冠朝服緇帶素韠即位于門東西面
注曰主人將冠者之父兄也玄冠委貌也
敖氏曰主人冠者之父若兄也
甲乙案此節論筮日也
"""


def test_a_commentary_in_paragraphs_with_its_author() -> None:
    document = read_text(PARAGRAPHS)
    edition = edit(document)
    found = [(s.layer, s.speaker) for s in edition.segments if s.chapter and s.layer != "題"]
    first = [("注", "鄭玄"), ("疏", "賈公彥"), ("經", ""), ("注", "鄭玄"), ("疏", "賈公彥")]
    assert found == [*first, ("經", ""), ("注", "鄭玄"), ("述註", "敖繼公"), ("述註", "王甲乙")]
    way = PARAGRAPHS.index("卷首下")
    assert [n.reason for n in document.noise if n.start <= way < n.end] == ["navigation"]


#: A volume whose small print stands between heavy brackets, short notes too, below the class of the book and its author.
HEAVY = """　　欽定四庫全書　　　　　經部四
　　儀禮集論　　　　　　　禮類二【儀禮之屬】
　　儀禮集論卷十四
　　同知吳廷華撰
　　士虞禮第十四【虞安也】
祝酌醴【北面】命佐食啓會【敦蓋也】佐食許諾啓會卻于敦南復位【戶西】祝奠觶于鉶南【醴盛以觶故奠之未祼】復位主人再拜稽首
祝饗【告神饗此祭也】命佐食祭佐食許諾鉤袒取黍稷祭于苴三取膚祭【下記膚祭三】祭如初祝取奠觶祭亦如之不盡益反奠之【盡則益】主人再拜稽首
"""


def test_small_print_between_heavy_brackets_is_a_note_however_short() -> None:
    edition = edit(read_text(HEAVY))
    assert {s.layer for s in edition.segments} == {"題", "經", "述註"}
    assert [s.text for s in edition.segments if s.layer == "述註"][:4] == [
        "北面",
        "敦蓋也",
        "戶西",
        "醴盛以觶故奠之未祼",
    ]
    assert {s.speaker for s in edition.segments if s.layer == "述註"} == {"吳廷華"}
    assert [s.passages for s in edition.segments if s.text == "盡則益"] == [("14.036",)]


@pytest.mark.parametrize("label", ["疏", "注釋", "原文"])
def test_a_label_between_heavy_brackets_is_no_note(label: str) -> None:
    line = f"祝酌醴命佐食啓會【{label}】佐食許諾啓會卻于敦南復位"
    assert f"【{label}】" not in [line[slice(*span)] for span in bracketed(line + "祝饗【告神饗此祭也】")]
    assert bracketed(f"【{label}】祝酌醴命佐食啓會") == []


def test_a_line_that_begins_with_a_surname_is_a_comment() -> None:
    raw = (
        "既夕禮第十三\n記\n夏祝徹餘飯\n注曰徹去鬻\n疏曰經不言夏祝徹故記人言之\n張氏曰餘飯飯尸餘米也徹去煮之\n瑱塞耳\n"
        "注曰塞充窒\n掘坎南順廣尺輪二尺深三尺南其壤\n注曰南順統於堂輪從也\n"
    )
    said = [s for s in edit(read_text(raw)).segments if s.text.startswith("張氏曰")]
    assert [(s.layer, s.speaker) for s in said] == [("述註", "張氏")]


#: A book with the old notes and its author's remarks behind circles, below what the library says of it; a line is a paragraph.
BOTH = """　　欽定四庫全書　　　　　經部四
　　儀禮鄭注句讀　　　　　禮類二【儀禮之屬】提要
　　儀禮鄭注句讀卷十二
　　濟陽張爾岐撰
　　士喪禮第十二
　　士喪禮死于適室幠用斂衾【適室正寢之室也疾者齊故于正寢焉○疾者齊以正性情故必于正寢】復者一人以爵弁服簪裳于衣左何之扱領于帶【復者有司招魂復魄也天子則夏采祭僕之屬○復者招魂使反】
　　右復魂復者猶冀其生復而不生始行死事
　　楔齒用角柶【為將含恐其口閉急也】綴足用燕几【綴犹狗也為將履恐其辟戾也】奠脯醢醴酒升自阼階奠于尸東【鬼神無象設奠以馮依之】
"""


def test_behind_a_circle_the_author_goes_on() -> None:
    edition = edit(read_text(BOTH))
    found = [(s.layer, s.speaker, s.text[:4]) for s in edition.segments if s.chapter and s.layer != "題"]
    assert found == [
        ("經", "", "士喪禮死"),
        ("注", "鄭玄", "適室正寢"),
        ("述註", "張爾岐", "○疾者齊"),
        ("經", "", "復者一人"),
        ("注", "鄭玄", "復者有司"),
        ("述註", "張爾岐", "○復者招"),
        ("述註", "張爾岐", "右復魂復"),
        ("經", "", "楔齒用角"),
        ("注", "鄭玄", "為將含恐"),
        ("經", "", "綴足用燕"),
        ("注", "鄭玄", "綴犹狗也"),  # damaged, among notes that begin as the old ones do
        ("經", "", "奠脯醢醴"),
        ("注", "鄭玄", "鬼神無象"),
    ]


def test_lines_of_an_author_among_those_of_others() -> None:
    raw = (
        "提要\n臣等謹按儀禮集說十七卷元敖繼公撰\n儀禮集說卷十一\n元敖繼公撰\n喪服第十一\n外孫\n注曰女子子之子\n"
        "疏曰以女外適而生故云外孫\n繼公謂此服亦男女同\n從父昆弟姪之下殤\n單言姪者前既以丈夫婦人言之此無嫌也\n"
        "夫之叔父之中殤下殤\n注曰見中殤者明中從下\n傳曰何以緦也以名服也疏曰有母名也\n注曰某\n"
    )
    document = read_text(raw)
    found = [(s.layer, s.speaker, s.text[:4]) for s in edit(document).segments if s.layer != "題"]
    assert document.author == "敖繼公"
    assert found == [
        ("文", "", "提要"),
        ("文", "", "臣等謹按"),
        ("經", "", "外孫"),
        ("注", "鄭玄", "注曰女子"),
        ("疏", "賈公彥", "疏曰以女"),
        ("述註", "敖繼公", "繼公謂此"),
        ("經", "", "從父昆弟"),
        ("述註", "敖繼公", "單言姪者"),
        ("經", "", "夫之叔父"),
        ("注", "鄭玄", "注曰見中"),
        ("經", "", "傳曰何以"),
        ("疏", "賈公彥", "疏曰有母"),
        ("注", "鄭玄", "注曰某"),
    ]


#: 注疏 written for Markdown, with marks before the headings; two chapters in one file.
MARKDOWN = """　　●卷二十三聘禮第八
　　君使卿皮弁，還玉于館。（玉，圭也。君子於玉比德焉。）
　　\\[疏\\]“君使”至“于館”。
　　○注“玉圭”至“終也”。
　　○釋曰：自此盡“賓送不拜”，論主君使卿還玉。
　　賓皮弁，襲，迎于外門外，不拜，帥大夫以入。（迎之不拜，示將去，不純為主也。）
　　\\[疏\\]“賓皮”至“以入”。
　　○釋曰：云“帥大夫以入”者，大夫即卿，卿亦大夫也。
　　●卷四十七少牢饋食禮第十六
　　日用丁巳。（內事用柔日，必丁巳者，取其令名，自丁寧，自變改。）
　　\\[疏\\]注“內事”至“乃筮”。
　　○釋曰：云“內事用柔日”者，《曲禮》文。
"""


def test_strokes_before_brackets_and_marks_before_headings() -> None:
    edition = edit(read_text(MARKDOWN))
    assert [(s.layer, s.passages) for s in edition.segments if s.chapter] == [
        ("題", ()),
        ("經", ("08.315",)),
        ("注", ("08.315",)),
        ("疏", ("08.315",)),
        ("經", ("08.316",)),
        ("注", ("08.316",)),
        ("疏", ("08.316",)),
        ("題", ()),
        ("經", ("16.002",)),
        ("注", ("16.002",)),
        ("疏", ("16.002",)),
    ]
    assert not any("\\" in s.text for s in edition.segments)


#: A sentence a line; the 疏 point at notes alone, and one goes on in lines of its own.
NOTES_POINTED_AT = """儀禮注疏 卷四十七·少牢饋食禮第十六

少牢饋食之禮。

（禮將祭祀，必先擇牲，系于牢而芻之。

羊豕曰少牢，諸侯之卿大夫祭宗廟之牲。）

[疏]注“禮將”至“之牲”。

○釋曰：自此盡“如初儀”，論卿大夫祭前十日先筮日之事。

云“禮將祭祀，必先擇牲，系于牢而芻之”者，案《周禮·地官·充人職》云：“掌系祭祀之牲牷。

祀五帝，則系于牢，芻之三月。”

日用丁巳。

（內事用柔日，必丁巳者，取其令名，自丁寧，自變改，皆為謹敬。

必先諏此日，明日乃筮。）

[疏]注“內事”至“乃筮”。

○釋曰：云“內事用柔日”者，《曲禮》文。
"""


def test_a_sub_commentary_goes_on_to_the_text_whose_note_the_next_points_at() -> None:
    edition = edit(read_text(NOTES_POINTED_AT))
    assert [(s.layer, s.text[-4:]) for s in edition.segments if s.layer in ("經", "疏")] == [
        ("經", "食之禮。"),
        ("疏", "三月。”"),
        ("經", "用丁巳。"),
        ("疏", "禮》文。"),
    ]


#: A book in which its author alone speaks: lines of text, and paragraphs on them, below an abstract and a line that names him.
ALONE = """儀禮某疑　　　　　　　禮類二【儀禮之屬】
提要
臣等謹案儀禮某疑十七卷是書大指在舉儀禮之可疑者而詳辨之其無可疑者並經文不錄所以便學者也甲乙之學主於義理
儀禮某疑卷十
某縣知縣王甲乙撰
覲禮
侯氏裨冕釋幣于禰
聘使筮尸若昭若穆以國卿或有耆艾而父尚存者諸侯繼世故釋幣必于禰也使臣以好將命苟無愆儀無失辭可安然歸於王都而無所慮矣若覲則必在國能謹於侯度述職咸順於王心
乘墨車
三享後肉袒請命天子辭焉不可恣也
載龍旂弧韣
乃朝以瑞玉有繅
甲乙案瑞玉必朝覲乃親執之
"""


def test_a_book_in_which_the_author_alone_speaks() -> None:
    document = read_text(ALONE)
    found = [(s.layer, s.speaker, s.text[:4]) for s in edit(document).segments if s.layer != "題"]
    assert document.author == "王甲乙"
    assert found == [
        ("文", "", "提要"),
        ("文", "", "臣等謹案"),
        ("經", "", "侯氏裨冕"),
        ("述註", "王甲乙", "聘使筮尸"),
        ("經", "", "乘墨車"),
        ("述註", "王甲乙", "三享後肉"),
        ("經", "", "載龍旂弧"),
        ("經", "", "乃朝以瑞"),
        ("述註", "王甲乙", "甲乙案瑞"),
    ]


#: The same with the voices of old note, sub-commentary and author in one bracket, as the print has them.
VOICES = """儀禮圖論卷一　　　宋　王甲乙　撰
士冠禮第一【冠古亂反】
○筮于廟門【筮者以蓍問日吉凶於易也冠必筮日於廟門者重以成人之禮成子孫也○疏曰言子兼言孫者家事統於尊】有司如主人服即位于西方東面北上【有司羣吏有事者謂主人之吏所自辟除府史以下】若不吉則筮遠日如初儀【遠日旬之外】徹筮席【徹去也】宗人告事畢
<經部,禮類,儀禮之屬,儀禮圖論,卷一>
主人戒賓賓禮辭許【戒警也告也賓主人之僚友○今案此是告賓○朱先生曰此以下爲正禮】若不醴則醮用酒【醮子召反○若不醴謂國有舊俗可行聖人用焉不改者也○疏曰醴亦無酬酢】
"""


def test_voices_within_a_bracket_are_told_apart_with_and_without_sounds_before() -> None:
    edition = edit(read_text(VOICES))
    assert not any("經部" in s.text for s in edition.segments)
    assert [
        (s.layer, s.speaker, s.text.lstrip("○【")[:4]) for s in edition.segments if s.layer in ("注", "疏", "述註")
    ] == [
        ("注", "鄭玄", "筮者以蓍"),
        ("疏", "賈公彥", "疏曰言子"),
        ("注", "鄭玄", "有司羣吏"),
        ("注", "鄭玄", "遠日旬之"),
        ("注", "鄭玄", "徹去也"),
        ("注", "鄭玄", "戒警也告"),
        ("述註", "王甲乙", "今案此是"),
        ("述註", "朱熹", "朱先生曰"),
        ("注", "鄭玄", "醮子召反"),
        ("疏", "賈公彥", "疏曰醴亦"),
    ]


#: A volume of a library: lines above the text, the author, the bare name of the chapter, and who says what by its name.
NAMED = (
    "跳至內容\n\n儀禮集釋 (四庫全書本)/卷27\n\n  欽定四庫全書\n  儀禮集釋卷二十七   宋 李如圭 𢰅\n  特牲饋食禮\n"
    "  席于戶內\n  鄭注為主人鋪之西面席自房來\n"
    "  主婦洗爵酌致爵于主人主人拜受爵主婦拜送爵鄭注主婦拜拜於北面也今文曰主婦洗酌爵\n"
    "  俎入設\n  鄭注佐食設之\n  釋曰離肺四面離割之不絕其中央少許時絕之以祭下記主人以下俎皆離肺無刌肺\n"
)


def test_notes_by_their_name_before_the_author_who_explains() -> None:
    document = read_text(NAMED)
    edition = edit(document)
    assert (document.author, document.title) == ("李如圭", "儀禮集釋卷二十七   宋 李如圭 𢰅")
    assert [(s.layer, s.speaker, s.text[:6]) for s in edition.segments if s.layer not in ("題", "文")] == [
        ("經", "", "席于戶內"),
        ("注", "鄭玄", "鄭注為主人鋪"),
        ("經", "", "主婦洗爵酌致"),
        ("注", "鄭玄", "鄭注主婦拜拜"),
        ("經", "", "俎入設"),
        ("注", "鄭玄", "鄭注佐食設之"),
        ("述註", "李如圭", "釋曰離肺四面"),
    ]
    assert {s.chapter for s in edition.segments if s.layer != "題" and s.layer != "文"} == {"15"}


#: A book whose author weighs note and sub-commentary; the chapter is named and not counted.
WEIGHED = (
    "　　钦定四库全书\n　　仪礼小疏卷五\n　　呉江沈彤撰\n　　士丧礼\n　　置于宇西阶上\n"
    "　　注云宇梠也疏云尔雅释宫云檐谓之樀郭云屋梠谓当檐下按説文云楣秦人名屋櫋聨也然则宇即檐也训证甚明又秦人名櫋聨为楣"
    "非仪礼之所谓楣仪礼之楣乃在栋与庪之间檐又在庪前也\n"
)


def test_a_chapter_named_below_its_author() -> None:
    document = read_text(WEIGHED)
    assert (document.author, document.title) == ("沈彤", "仪礼小疏卷五")
    assert [(s.layer, s.speaker, s.text[:4]) for s in edit(document).segments if s.layer != "題"] == [
        ("經", "", "置于宇西"),
        ("注", "鄭玄", "注云宇梠"),
        ("疏", "賈公彥", "疏云尔雅"),
        ("述註", "沈彤", "按説文云"),
    ]


def test_a_note_in_heavy_brackets_may_begin_a_line() -> None:
    lines = "君使卿韦弁归【今文或为馈】饔饩五牢\n　　【韦弁兵服不应用于此礼书曰即皮弁也或然杀曰饔】上介请事　賔朝服礼辞【朝服临馔皮弁拜命礼之差也】"
    document = read_text(f"　　仪礼章句卷八\n　　同知吴廷华撰\n　　聘礼第八\n{lines}\n")
    assert [(s.layer, s.text[:4]) for s in edit(document).segments if s.layer != "題"] == [
        ("經", "君使卿韦"),
        ("述註", "今文或为"),
        ("經", "饔饩五牢"),
        ("述註", "韦弁兵服"),
        ("經", "上介请事"),
        ("述註", "朝服临馔"),
    ]
