from __future__ import annotations

import pytest

from yili_kg.annotation.citation_rules import load_citation_rules
from yili_kg.annotation.find import find
from yili_kg.annotation.spans import FoundCitation
from yili_kg.text.folding import fold


def cited(text: str, layer: str = "疏", chapter: str = "04") -> list[tuple[str, str, tuple[str, ...]]]:
    _, citations = find(text, layer=layer, chapter=chapter)
    return [(text[c.start : c.end], c.target, tuple(text[a:b] for a, b in c.quotes)) for c in citations]


@pytest.mark.parametrize("kind", ["performed", "function"])
def test_citation_rules_around_a_title(kind: str) -> None:
    for rule in load_citation_rules(kind):
        for expected, examples in ((True, rule.match), (False, rule.avoid)):
            for example in examples:
                before, _, rest = fold(example).partition("⟦")
                after = rest.partition("⟧")[2]
                assert rule.fires(before, after) is expected, f"{rule.place}: {example}"


def test_citation_rules_of_endings() -> None:
    for rule in load_citation_rules("end"):
        for example in rule.match:
            assert rule.fires(*fold(example).partition("⟦")[2].split("⟧")), f"{rule.place}: {example}"
        for example in rule.avoid:
            assert not rule.fires(*fold(example).partition("⟦")[2].split("⟧")), f"{rule.place}: {example}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("案《玉藻》云「大夫素帶」。", [("玉藻", "禮記·玉藻", ("大夫素帶",))]),
        ("《周禮·巾車》掌王五路", [("周禮·巾車", "周禮·巾車", ())]),
        ("案周禮大宗伯云以禽作六摯是也", [("周禮大宗伯", "周禮·大宗伯", ("以禽作六摯",))]),
        ("隱七年《左氏傳》云「初,戎朝于周」", [("左氏傳", "左傳·隱公七年", ("初,戎朝于周",))]),
        ("故下記云「凡旅不洗」", [("記", "儀禮·鄉飲酒禮", ("凡旅不洗",))]),
        ("工歌《鹿鳴》、《四牡》", []),
        ("案大射云大夫降復位注云門東北面位不與卿同", [("大射", "儀禮·大射儀", ("大夫降復位", "門東北面位"))]),
    ],
)
def test_citations_target_and_quotation(text: str, expected: list[tuple[str, str, tuple[str, ...]]]) -> None:
    assert cited(text) == expected


def test_another_who_speaks_in_a_note_is_no_note_on_what_it_quotes() -> None:
    text = "王制曰刑者侀也侀者成也一成而不可變故君子盡心焉鄭司農云讀書則用法如今時讀鞠已乃論之"
    assert cited(text, layer="注", chapter="") == [("王制", "禮記·王制", ("刑者侀也侀者成也一成而不可變故君子盡心焉",))]
    ((_, _, quotes),) = cited(text, layer="疏", chapter="")
    assert len(quotes) == 2


def test_what_closes_a_comment_cites_no_office() -> None:
    assert cited("此王之士也使主都家之國治而命之朝大夫云", layer="注", chapter="") == []
    assert cited("都則主都家之八則者也當言毎都如朝大夫及都司馬云。", layer="注", chapter="") == []
    assert [work for work, _, _ in cited("司隸職曰帥其民而搏盜賊朝大夫云掌都家之國治", layer="注", chapter="")] == [
        "司隸",
        "朝大夫",
    ]


def test_words_before_the_title_that_closes_a_note_are_cited() -> None:
    assert [work for work, _, _ in cited("王喪依諸侯與七日授士杖四制云", layer="注", chapter="")] == ["四制"]


def test_citations_none_in_base_text() -> None:
    assert cited("樂正命奏《陔》,賓出。", layer="經") == []


def test_citation_after_a_dated_one_takes_its_year() -> None:
    found = cited("故春秋莊公二十二年經書冬公如齊納幣穀梁傳曰納幣大夫之事也")
    assert [t for _, t, _ in found] == ["春秋·莊公二十二年", "穀梁傳·莊公二十二年"]


def test_citation_functions() -> None:
    def function(text: str) -> str:
        (citation,) = find(text, layer="疏", chapter="04")[1]
        assert isinstance(citation, FoundCitation)
        return citation.function

    assert function("引《大行人》者,欲證三享") == "citesAsEvidence"
    assert function("案《玉藻》云「大夫素帶」") == "obtainsSupportFrom"
    assert function("並《大司徒職》文") == "citesAsSourceDocument"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("引《大行人》者,欲證三享", "brought-as-proof"),
        ("故《祭統》云「俎者」", "inferred-from"),
        ("曲禮云旬之內曰近某日", "said-in-that-text"),
        ("彼《少牢》小禮中不備", "named-in-an-argument"),
    ],
)
def test_citation_names_the_rule_that_judged_it(text: str, rule: str) -> None:
    (citation,) = find(text, layer="疏", chapter="04")[1]
    assert citation.rule == rule
    assert rule in {r.id for r in load_citation_rules("function")}


def test_citations_after_a_row_of_songs() -> None:
    assert cited("工歌《鹿鳴》、《四牡》、《皇皇者華》。案《玉藻》云「素帶」") == [("玉藻", "禮記·玉藻", ("素帶",))]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("襄二十一年左傳云", "左傳·襄公二十一年"),
        ("公羊傳宣公六年云", "公羊傳·宣公六年"),
        ("周禮射人掌賓射", "周禮·射人"),
        ("周禮司服職云凡弔事", "周禮·司服"),
    ],
)
def test_citations_year_and_division(text: str, target: str) -> None:
    assert [t for _, t, _ in cited(text)] == [target]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("text", "chapter", "expected"),
    [
        ("聘禮篇記曰宗人授次次以帷少退于君之次", "04", [("聘禮", "儀禮·聘禮", ("宗人授次次以帷少退于君之次",))]),
        ("少牢下篇云主人降南面拜衆賓于門東三拜", "04", [("少牢下篇", "儀禮·有司徹", ("主人降南面拜衆賓于門東三拜",))]),
        ("僖三十三年左傳云齊國莊子來聘", "08", [("僖三十三年左傳", "左傳·僖公三十三年", ("齊國莊子來聘",))]),
        ("莊二十四年秋公羊傳云宗婦者何", "08", [("公羊傳", "公羊傳·莊公二十四年", ("宗婦者何",))]),
        ("故宣十八年歸父還自晉是也", "08", [("宣十八年", "左傳·宣公十八年", ("歸父還自晉",))]),
        ("彼注云昏禮不言厥明", "02", [("昏禮", "儀禮·士昏禮", ())]),
        ("此鄉飲酒亦尚樂", "04", []),
        ("凡人之所以為人者禮義也禮義之始在於正容體齊顔色順辭令", "", []),
        ("雜記大功之末可以冠子可以嫁子然則大功之初不可冠也", "11", [("雜記", "禮記·雜記", ("大功之末可以冠子可以嫁子",))]),
        ("又覲禮升受酬于西階上", "04", [("覲禮", "儀禮·覲禮", ())]),
        ("故大祝九拜之下云以享侑祭祀", "15", [("大祝", "周禮·大祝", ("以享侑祭祀",))]),
        (
            "春秋傳襄八年范宣子來聘二十八年蔡侯歸自晉入于鄭鄭伯享之不敬",
            "08",
            [
                ("春秋傳襄八年", "左傳·襄公八年", ("范宣子來聘",)),
                ("二十八年", "左傳·襄公二十八年", ("蔡侯歸自晉入于鄭鄭伯享之不敬",)),
            ],
        ),
        ("春秋傳襄八年范宣子來聘其後二十年不朝", "08", [("春秋傳襄八年", "左傳·襄公八年", ("范宣子來聘",))]),
        ("疏據雜記與諸侯為兄弟者服斬謂婦人", "11", [("雜記", "禮記·雜記", ("與諸侯為兄弟者服斬",))]),
        ("曲禮曰坐以夫之齒豈坐則從夫之序", "11", [("曲禮", "禮記·曲禮", ("坐以夫之齒",))]),
        ("則祭必攝春秋傳大夫聞君之喪攝主而往是其證", "11", [("春秋傳", "公羊傳", ("大夫聞君之喪攝主而往",))]),
        ("下章傳曰父在則為妻不杖然則", "08", [("傳", "儀禮·喪服", ("父在則為妻不杖",))]),
        ("小功之殤中從下緦麻章云齊衰之殤中從上大功之殤中從下是也", "11", [("緦麻", "儀禮·喪服", ("齊衰之殤中從上大功之殤中從下",))]),
        ("成人在大功章今長殤降一等", "11", []),
        ("故大功章云為人後者為其昆弟是降小宗之類也云曷為後大宗", "11", [("大功", "儀禮·喪服", ("為人後者為其昆弟",))]),
        ("沒則服或異矣傳曰父卒然後為祖後者服斬小記云", "11", [("傳", "儀禮·喪服", ("父卒然後為祖後者服斬",)), ("小記", "禮記·喪服小記", ())]),
        ("以其緦麻章傳云齊衰之殤中從上", "11", [("傳", "儀禮·喪服", ("齊衰之殤中從上",))]),
        ("傳釋曰傳曰為父何以斬衰也父至尊也", "11", []),
        ("仍以命婦服君夫人而傳所云仕焉而已者乃以罪黜", "11", [("傳", "儀禮·喪服", ("仕焉而已者",))]),
        ("是也云傳所云何以大功也妾為君之黨服得與女君同文爛在下爾者", "11", []),
        ("貴人也大行人上公貳車九乘侯伯七子男五故知視命數", "12", [("大行人", "周禮·大行人", ("上公貳車九乘侯伯七子男五",))]),
        ("同○傳云外親之服皆緦者明小功之為加重也", "11", []),
        ("饗賓詩小雅彤弓是也", "08", [("詩小雅彤弓", "詩經·彤弓", ())]),
        ("工歌小雅鹿鳴", "04", []),
        ("正齒位之禮云一命齒於鄉里再命齒於父族", "04", []),
        ("又云大宗伯職曰以實柴祀日月星辰", "10", [("大宗伯", "周禮·大宗伯", ("以實柴祀日月星辰",))]),
        (
            "覲禮同姓大國伯父異姓伯舅同姓小邦叔父異姓叔舅饗禮乃歸是也",
            "08",
            [("覲禮", "儀禮·覲禮", ("同姓大國伯父異姓伯舅同姓小邦叔父異姓叔舅饗禮乃歸",))],
        ),
        ("攷工記内鎮必宗后守之不曰王后而曰宗后", "08", [("攷工記", "周禮·考工記", ("内鎮必宗后守之",))]),
        ("別記曰生不及從祖父母諸父昆弟而父稅喪已則否情之所", "11", [("記", "禮記", ("生不及從祖父母諸父昆弟而父稅喪已則否",))]),
        ("內則云命士以上父子異宫不命之士", "11", [("內則", "禮記·內則", ("命士以上父子異宫",))]),
        (
            "春秋傳昭六年楚公子棄疾聘晉過鄭禁芻牧採樵不入田不樵樹",
            "08",
            [("春秋傳昭六年", "左傳·昭公六年", ("楚公子棄疾聘晉過鄭禁芻牧採樵不入田不樵樹",))],
        ),
        ("又按喪大記原文云小歛乃奠弔者襲裘加武帶絰鄭云", "12", [("喪大記", "禮記·喪大記", ("小歛乃奠弔者襲裘加武帶絰",))]),
        (
            "按喪大記云君之喪三日子夫人杖大夫之喪主人主婦室老皆杖士之喪主人杖婦人皆杖是也",
            "12",
            [("喪大記", "禮記·喪大記", ("君之喪三日子夫人杖大夫之喪主人主婦室老皆杖士之喪主人杖婦人皆杖",))],
        ),
        ("說文云優饒也而不出纋字", "12", [("說文", "說文", ("優饒也",))]),
        ("依典命公侯伯之卿三命", "08", [("典命", "周禮·典命", ("公侯伯之卿三命",))]),
        ("楚茨鐘鼓送尸下云備言燕私鄭注", "15", [("楚茨", "詩經·楚茨", ("備言燕私",))]),
        ("何以知之特牲禮主婦視饎爨于西堂下記又云饎爨在西壁", "01",
         [("特牲禮", "儀禮·特牲饋食禮", ("主婦視饎爨于西堂下",)), ("記", "儀禮·特牲饋食禮", ("饎爨在西壁",))]),
        ("故禮器云經禮三百曲禮三千", "01", [("禮器", "禮記·禮器", ("經禮三百曲禮三千",))]),
        ("疏曰爾雅作某字", "09", [("爾雅", "爾雅", ())]),
        ("案書傳康誥云天子有事", "15", [("書傳", "尚書大傳", ()), ("康誥", "尚書大傳·康誥", ("天子有事",))]),
    ],
)  # fmt: skip
def test_citations_with_the_library_at_hand(text: str, chapter: str, expected: list[object]) -> None:
    assert cited(text, chapter=chapter) == expected


@pytest.mark.parametrize(
    ("text", "chapter", "titles"),
    [
        ("特牲有宿賓之禮少牢不宿賓者大夫尊", "16", ["特牲", "少牢"]),  # set against another chapter
        ("此少牢不宿賓特牲有宿賓之禮", "16", ["特牲"]),  # 此 is the one explained
        ("士昏禮第二", "04", []),
        ("謹案儀禮商二卷", "", []),
        ("細按三禮未嘗混用", "04", []),
        ("節不以采蘋采蘩而以騶虞何也", "05", []),
        ("皆一鼎也士禮特牲三鼎", "13", []),
        ("周禮文見守祧", "14", ["周禮", "守祧"]),
        ("以其燕禮大射皆是主人代君勸酒", "04", []),
        ("案鄉大夫是諸侯之鄉大夫", "05", []),
        ("故春秋左氏莊公二十二年冬公如齊納幣", "02", ["春秋左氏莊公二十二年"]),
    ],
)
def test_citations_named_in_an_argument(text: str, chapter: str, titles: list[str]) -> None:
    assert [title for title, _, _ in cited(text, chapter=chapter)] == titles


@pytest.mark.parametrize(
    ("text", "chapter", "works"),
    [
        ("且儀禮亦名曲禮故禮器云經禮三百", "01", ["禮器"]),
        ("案鄭注儀禮之時古今二禮並觀", "02", []),
        ("得古禮五十六篇獻王獻之", "01", []),
        ("其義不見據傳云妾不得體君", "11", ["傳"]),
        ("傳曰何以期也", "11", []),
        ("魄普百反說文作霸云月始生", "04", ["說文"]),
        ("案士喪禮屨外納鄭注云納收餘也", "11", ["士喪禮"]),
    ],
)
def test_what_is_named_and_what_is_brought(text: str, chapter: str, works: list[str]) -> None:
    assert [work for work, _, _ in cited(text, chapter=chapter)] == works
