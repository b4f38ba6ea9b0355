from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sources.law import assert_law1, runs
from tests.sources.mandoku import page, read
from yili_kg.sources import mandoku

SIKU = page(
    "儀禮注疏",
    "欽定四庫全書",
    "　儀禮注疏卷二",
    "　　漢鄭氏注　唐陸徳眀音義　賈公彦疏",
    "　士昏禮第二",
    "昏禮○下逹納采用鴈注逹通逹也用鴈為摯者取其順",
    "隂陽徃来音義(采七在/反擇也)䟽(釋曰從此下至納采/之禮云下逹者)",
    "(謂未/行也)主人筵于户西注筵為神布席也疏",
    "<pb:KR1d0028_WYG_002-1b>",
    "(注釋曰筵為/席也)使者𤣥端至注使者夫家之屬(乃/)若羣吏音",
    "義(屬音/燭)",
    "　¶",
    "　儀禮注疏卷二",
).replace("¶¶", "¶") + (
    "#+PROPERTY: JUAN 卷二考證\n<pb:KR1d0028_WYG_002-60a>¶\n　儀禮注疏卷二考證¶\n"
    "主人筵于户西注席也○監本脫也字(臣紱/)按此句¶\n　當有¶\n至于廟門○石經作庿¶\n　儀禮注疏卷二考證¶\n"
)


def test_running_text_of_the_siku() -> None:
    found = read(SIKU)
    assert found == [
        ("題", "", "欽定四庫全書"),
        ("題", "", "儀禮注疏卷二"),
        ("題", "", "漢鄭氏注唐陸徳眀音義賈公彦疏"),
        ("題", "", "士昏禮第二"),
        ("經注", "", "昏禮○下逹納采用鴈注逹通逹也用鴈為摯者取其順隂陽徃来"),
        ("音義", "陸德明", "采七在反擇也"),
        ("疏", "賈公彥", "釋曰從此下至納采之禮云下逹者謂未行也"),
        ("經注", "", "主人筵于户西注筵為神布席也"),
        ("疏", "賈公彥", "注釋曰筵為席也"),
        ("經注", "", "使者𤣥端至注使者夫家之屬乃若羣吏"),
        ("音義", "陸德明", "屬音燭"),
        ("題", "", "儀禮注疏卷二"),
        ("題", "", "儀禮注疏卷二考證"),
        ("考證", "", "主人筵于户西注席也○監本脫也字臣紱按此句當有"),
        ("考證", "", "至于廟門○石經作庿"),
        ("題", "", "儀禮注疏卷二考證"),
    ]
    layout = mandoku.read(SIKU)
    assert (layout.title, layout.name) == ("儀禮注疏", "KR1d0028")
    assert {b.chapter for b in layout.blocks} == {"", "02"}
    assert {n.reason for n in layout.noise} == {"metadata", "page-mark", "layout"}


def test_running_text_of_another_classic_has_its_own_speakers_and_no_chapter() -> None:
    raw = page(
        "禮記註疏",
        "　禮記注疏卷三",
        "　　漢鄭氏注　唐陸德明音義　孔穎達疏",
        "　曲禮上",
        "凡為君使者注急君使也音義(為于/偽反)疏(正義曰此一節)適墓不登壟注為其不敬音義(壟力勇反)",
        "毋淫視疏(注正義曰淫視/也)",
        juan="3",
        number="KR1d0053",
    )
    found = read(raw)
    assert ("題", "", "曲禮上") in found
    assert ("疏", "孔穎達", "正義曰此一節") in found
    assert found[-2:] == [("經注", "", "毋淫視"), ("疏", "孔穎達", "注正義曰淫視也")]
    assert {b.chapter for b in mandoku.read(raw).blocks} == {""}


def test_base_text_begins_anew_with_a_paragraph_and_at_a_circle_after_a_note() -> None:
    raw = page(
        "儀禮注疏",
        "　儀禮注疏卷十一",
        "　喪服第十一",
        "慈母如母注謂大夫之士為父妾之子父命為母子也",
        "貴終其恩",
        "不杖麻屨者注此亦齊衰○乃記注記也疏(釋曰/記)昏禮○下逹疏(釋曰/下)音義(下如字/音夏)",
    )
    assert [text for layer, _, text in read(raw) if layer == "經注"] == [
        "慈母如母注謂大夫之士為父妾之子父命為母子也貴終其恩",
        "不杖麻屨者注此亦齊衰",
        "○乃記注記也",
        "昏禮○下逹",
    ]


def test_notes_marked_zhuan_and_jian_in_running_text() -> None:
    raw = page(
        "毛詩注疏",
        "　毛詩注疏卷九",
        "　　　漢鄭氏箋　唐陸徳明音義　孔穎達疏",
        "紏紏葛屨可以履霜𫝊紏紏猶繚繚也箋云葛屨賤音義(紏吉/黝反)",
        "彼汾一方言采其桑箋云采桑親蠶事也疏(正義曰𫝊/蠶)",
        "　　葛屨二章一章六句一章五句",
        "坎坎伐輪兮𫝊檀可以為輪疏(𫝊正/義曰)",
        number="KR1c0004",
    )
    assert read(raw)[2:] == [
        ("經", "", "紏紏葛屨可以履霜"),
        ("注", "毛公", "紏紏猶繚繚也"),
        ("注", "鄭玄", "箋云葛屨賤"),
        ("音義", "陸德明", "紏吉黝反"),
        ("經", "", "彼汾一方言采其桑"),
        ("注", "鄭玄", "箋云采桑親蠶事也"),
        ("疏", "孔穎達", "正義曰𫝊蠶"),
        ("題", "", "葛屨二章一章六句一章五句"),
        ("經", "", "坎坎伐輪兮"),
        ("注", "毛公", "檀可以為輪"),
        ("疏", "孔穎達", "𫝊正義曰"),
    ]


def test_the_table_of_chapters_has_the_catalogue_of_zheng_xuan() -> None:
    raw = page(
        "儀禮注疏",
        "　儀禮注疏原目",
        "　士冠禮第一注童子任職",
        "　居士位疏(注釋曰鄭云童/子任職者)",
        "　燕禮第六注諸侯無事疏(注/釋曰)鄭氏注疏(釋曰)",
        juan="原目",
    )
    assert read(raw)[1:4] == [
        ("題", "", "士冠禮第一"),
        ("注", "鄭玄", "童子任職居士位"),
        ("疏", "賈公彥", "注釋曰鄭云童子任職者"),
    ]


def test_notes_in_brackets() -> None:
    raw = page(
        "儀禮",
        "儀禮卷第三",
        "士相見禮第三　儀禮　鄭氏注",
        "士相見之禮摯冬用雉(摯所執/以至者)",
        "(君子見於所尊敬也/士摯用雉者)主人對曰某(&KR0871;",
        "<pb:KR1d0026_SBCK_003-1b>",
        "也)子命某見",
        juan="3",
        number="KR1d0026",
    )
    assert read(raw) == [
        ("題", "", "儀禮卷第三"),
        ("題", "", "士相見禮第三　儀禮　鄭氏注".replace("　", "")),
        ("經", "", "士相見之禮摯冬用雉"),
        ("注", "鄭玄", "摯所執以至者君子見於所尊敬也士摯用雉者"),
        ("經", "", "主人對曰某"),
        ("注", "鄭玄", "&KR0871;也"),
        ("經", "", "子命某見"),
    ]
    assert {b.chapter for b in mandoku.read(raw).blocks if b.layer != "題"} == {"03"}


def test_sounds_after_a_circle_and_parallels_are_no_notes() -> None:
    raw = page(
        "纂圖互註禮記",
        "纂圖互註禮記卷第一",
        "檀弓上第三(陸曰檀弓魯人○/檀大丹反)",
        "　　　禮記　鄭氏註",
        "檀弓免焉(故爲非禮〇免/音問注同)檀弓曰何居(語助也〇居音姬下/同重言何居三一見)",
        "敖不可長重意(哀公問君/子毋不敬也)予疏屨(疏麤/也)",
        juan="1",
        number="KR1d0054",
    )
    assert read(raw)[-10:] == [
        ("注", "鄭玄", "故爲非禮"),
        ("音義", "陸德明", "〇免音問注同"),
        ("經", "", "檀弓曰何居"),
        ("注", "鄭玄", "語助也"),
        ("音義", "陸德明", "〇居音姬下同"),
        ("互註", "", "重言何居三一見"),
        ("經", "", "敖不可長"),
        ("互註", "", "哀公問君子毋不敬也"),
        ("經", "", "予疏屨"),
        ("注", "鄭玄", "疏麤也"),
    ]


def test_the_notes_of_mao_and_zheng_on_the_odes() -> None:
    raw = page("毛詩", "毛詩卷第三", "汎彼柏舟(興也中河河中箋云/舟在河中)在彼中河", number="KR1c0002")
    assert read(raw)[2:4] == [("注", "毛公", "興也中河河中"), ("注", "鄭玄", "箋云舟在河中")]


def test_a_bracket_with_many_voices() -> None:
    raw = page(
        "儀禮圖",
        "　儀禮圖卷四　　　　　　宋　楊復　撰",
        "鄉飲酒禮第四",
        "設洗于阼階東南(深申鴆反○榮屋翼○疏曰堂深謂從堂廉)",
        "(北○朱先生曰學成行修○今案此篇主於賔賢○吕大臨曰恐不止四事)",
        "",
        "右陳設",
        "",
        "賔揖(致至也)",
        number="KR1d0032",
    ).replace("¶\n¶\n", "¶\n¶\n")
    assert read(raw)[2:] == [
        ("經", "", "設洗于阼階東南"),
        ("音義", "", "深申鴆反"),
        ("注", "鄭玄", "○榮屋翼"),
        ("疏", "賈公彥", "○疏曰堂深謂從堂廉北"),
        ("述註", "朱熹", "○朱先生曰學成行修"),
        ("述註", "楊復", "○今案此篇主於賔賢"),
        ("述註", "呂大臨", "○吕大臨曰恐不止四事"),
        ("題", "", "右陳設"),
        ("經", "", "賔揖"),
        ("注", "鄭玄", "致至也"),
    ]


JUDOU = (
    "儀禮鄭註句讀",
    "　儀禮鄭註句讀卷三",
    "　　　　　　　　　　　　　濟陽張爾岐撰",
    "　士相見禮第三(鄭目録云士以職位相親始/承摯相見之禮)",
    "　(而退○據經初言/士相見禮)",
    "士相見之禮贄冬用雉(贄所執以至者君子見於所/尊敬○士與士○腒其/居反奉芳勇反)",
    "主人對曰(有又也某子命某往/見今吾子○疏云固謂堅固)不敢不從(○始/聽其以贄見)",
    "　右士相見禮",
    "士見於大夫(終辭其贄/以將不親答也)",
)


def test_brackets_with_the_notes_of_zheng_xuan_and_remarks_on_them() -> None:
    assert read(page(*JUDOU, number="KR1d0038"))[1:] == [
        ("題", "", "濟陽張爾岐撰"),
        ("題", "", "士相見禮第三"),
        ("注", "鄭玄", "鄭目録云士以職位相親始承摯相見之禮而退"),
        ("述註", "張爾岐", "○據經初言士相見禮"),
        ("經", "", "士相見之禮贄冬用雉"),
        ("注", "鄭玄", "贄所執以至者君子見於所尊敬"),
        ("述註", "張爾岐", "○士與士"),
        ("音義", "陸德明", "○腒其居反奉芳勇反"),
        ("經", "", "主人對曰"),
        ("注", "鄭玄", "有又也某子命某往見今吾子"),
        ("疏", "賈公彥", "○疏云固謂堅固"),
        ("經", "", "不敢不從"),
        ("述註", "張爾岐", "○始聽其以贄見"),
        ("題", "", "右士相見禮"),
        ("經", "", "士見於大夫"),
        ("注", "鄭玄", "終辭其贄以將不親答也"),
    ]


def test_brackets_with_a_commentator_s_own_notes() -> None:
    raw = page(
        "儀禮章句",
        "　儀禮章句卷三",
        "　　　　　　　　　　　　　同知呉廷華撰",
        "　士相見禮第三",
        "士相見之禮贄(贄質通又作摯執也所執/以自致蓋君子見所尊敬)冬用雉(用雉者取其文明/耿介交有時)",
        "曏(許亮/反)者吾子",
    )
    assert read(raw)[3:] == [
        ("經", "", "士相見之禮贄"),
        ("述註", "吳廷華", "贄質通又作摯執也所執以自致蓋君子見所尊敬"),
        ("經", "", "冬用雉"),
        ("述註", "吳廷華", "用雉者取其文明耿介交有時"),
        ("經", "", "曏"),
        ("音義", "", "許亮反"),
        ("經", "", "者吾子"),
    ]


def test_topics_with_excerpts() -> None:
    raw = page(
        "儀禮要義",
        "欽定四庫全書",
        "　儀禮要義卷二",
        "　　　　　　　　　　　宋　魏了翁　撰",
        "　　士冠禮二",
        "　　　陳服東領異凶禮北上先卑服",
        "陳服于房中西墉下東領北上注墉牆　釋曰自此至東靣",
        "論陳設衣服器物之等",
        "　　　朝服十五升故冕三十升冠常倍服",
        "云其布三十升者取冠倍之義也",
        "　　　隋方曰篋簞亦笥類",
        "同篋櫛實於簞注隋方曰篋　釋",
        "曰鄭注曲禮圓曰簞",
        "　　　賔如主人服",
        "賔如(如音/茹)主人服(詳見/上篇)　釋曰其裳則異",
        "　儀禮要義卷二",
        number="KR1d0033",
    )
    assert mandoku.read(raw).author == "魏了翁"
    found = read(raw)[3:]
    assert ("題", "", "朝服十五升故冕三十升冠常倍服") in found
    assert [f for f in found if f[0] != "題"] == [
        ("經注", "", "陳服于房中西墉下東領北上注墉牆"),
        ("疏", "賈公彥", "釋曰自此至東靣論陳設衣服器物之等"),
        ("疏", "賈公彥", "云其布三十升者取冠倍之義也"),
        ("經注", "", "同篋櫛實於簞注隋方曰篋"),
        ("疏", "賈公彥", "釋曰鄭注曲禮圓曰簞"),
        ("經", "", "賔如"),
        ("音義", "", "如音茹"),
        ("經", "", "主人服"),
        ("述註", "魏了翁", "詳見上篇"),
        ("疏", "賈公彥", "釋曰其裳則異"),
    ]


def test_topics_with_excerpts_that_only_argue() -> None:
    raw = page(
        "儀禮要義",
        "欽定四庫全書",
        "　儀禮要義卷二十六",
        "　　　　　　　　　　　宋　魏了翁　撰",
        "　　覲禮一",
        "　　　侯氏至近郊",
        "至于郊王使人皮弁用璧勞　釋曰自此盡乃出",
        "　　　王后有勞諸侯之禮",
        "案玉人職云案十有二寸諸侯純九",
        "　　　王在朝服皮弁",
        "王使人皮弁云云侯氏亦皮弁云云云皮弁者天子之朝",
        "　儀禮要義卷二十六",
        number="KR1d0033",
    )
    assert [f for f in read(raw)[3:] if f[0] != "題"] == [
        ("經", "", "至于郊王使人皮弁用璧勞"),
        ("疏", "賈公彥", "釋曰自此盡乃出"),
        ("疏", "賈公彥", "案玉人職云案十有二寸諸侯純九"),
        ("經", "", "王使人皮弁云云侯氏亦皮弁云云"),
        ("疏", "賈公彥", "云皮弁者天子之朝"),
    ]


def test_a_comment_quotes_note_and_sub_commentary_and_goes_on() -> None:
    raw = page(
        "儀禮小疏",
        "欽定四庫全書",
        "　儀禮小疏卷五",
        "　　　　　　　　　　　　　　呉江沈彤撰",
        "　士喪禮",
        "置于宇西階上",
        "　注云宇梠也疏云爾雅釋宮云檐謂之樀按説文云楣秦人名屋",
        "纋中",
        "　注云纋笄之中央以安髪疏云按士冠禮云兩頭濶",
        number="KR1d0048",
    )
    assert read(raw)[-7:] == [
        ("經", "", "置于宇西階上"),
        ("注", "鄭玄", "注云宇梠也"),
        ("疏", "賈公彥", "疏云爾雅釋宮云檐謂之樀"),
        ("述註", "沈彤", "按説文云楣秦人名屋"),
        ("經", "", "纋中"),
        ("注", "鄭玄", "注云纋笄之中央以安髪"),
        ("疏", "賈公彥", "疏云按士冠禮云兩頭濶"),
    ]


def test_punctuated_text_with_numbers() -> None:
    raw = (
        "# -*- mode: mandoku-view -*-\n#+TITLE: 春秋左傳\n#+PROPERTY: ID KR1e0001\n#+PROPERTY: BASEEDITION tls\n\n"
        "# src: ZUO Zhuang 1.1\n<pb:KR1e0001_tls_003-1a>¶\n** 3 莊公\n\nA3.1.2三月，¶\n"
        "夫人孫于齊。<pb:KR1e0001_tls_003-2a>¶\n\n12《鵲巢》、¶《采蘩》。\n"
    )
    layout = mandoku.read(raw)
    assert_law1(raw, layout)
    assert [(layer, text) for layer, _, text in runs(raw, layout)] == [
        ("題", "3莊公"),
        ("文", "三月，夫人孫于齊。"),
        ("文", "《鵲巢》、《采蘩》。"),
    ]
    assert [raw[n.start : n.end] for n in layout.noise if n.reason == "numbering"] == ["A3.1.2", "12"]


def test_the_names_of_subjects_in_a_text_of_one_layer() -> None:
    raw = page(
        "經禮補逸",
        "　　　類禮",
        "大祝掌六祈以同鬼神示一曰類詛祝掌類造之祝號小宗伯",
        "類社稷宗廟則為位",
        "　　　造禮",
        "大祝二曰造大㑹同造于廟詛祝掌類造之祝號男巫",
        "授號旁招以茅王制天子將出造乎禰諸侯將出造乎禰",
        "天子將出征亦如之卒歸反命",
        number="KR1d0036",
    )
    assert [(layer, words) for layer, _, words in read(raw)] == [
        ("題", "類禮"),
        ("述註", "大祝掌六祈以同鬼神示一曰類詛祝掌類造之祝號小宗伯類社稷宗廟則為位"),
        ("題", "造禮"),
        (
            "述註",
            "大祝二曰造大㑹同造于廟詛祝掌類造之祝號男巫授號旁招以茅王制天子將出造乎禰諸侯將出造乎禰天子將出征亦如之卒歸反命",
        ),
    ]


def test_a_graph_described_by_its_parts_is_no_note() -> None:
    raw = page("儀禮", "儀禮卷第十一", "為[孑*(焉-正+?)]子室於宮(君養/子者)中", juan="11", number="KR1d0026")
    found = read(raw)
    assert found[1:] == [("經", "", "為[孑*(焉-正+?)]子室於宮"), ("注", "鄭玄", "君養子者"), ("經", "", "中")]


MARKS = (
    "( ) / ¶ < > 注 疏 䟽 音義 ○ 〇 # * pb 禮 賓降 曰 註曰 ○疏曰 鄭注 士昏禮第二 儀禮卷二 反 [ ] 臣 案 A3.1 "
    "右 重言 箋云 <pb:KR1d0028_WYG_002-1a> \ufeff 漢鄭氏注　賈公彥疏 宋　楊復　撰 欽定四庫全書 &KR0871; ， 。"
)
LINES = ["\n", "¶\n", "\r", "　", "\u2028", "** ", "#+TITLE: 儀禮\n", "#+PROPERTY: JUAN 卷一考證\n"]
PIECES = st.sampled_from([*MARKS.split(" "), *LINES, "#+PROPERTY: JUAN 提要\n"])
TITLES = st.sampled_from(["儀禮注疏", "儀禮", "毛詩", "大戴禮記", "禮記", ""])


@settings(max_examples=400)
@given(TITLES, st.lists(PIECES | st.text(max_size=3), max_size=60))
def test_law1_on_any_text(title: str, pieces: list[str]) -> None:
    raw = f"# -*- mode: mandoku-view -*-\n#+TITLE: {title}\n" + "".join(pieces)
    assert mandoku.looks_like(raw)
    assert_law1(raw, mandoku.read(raw))
    assert_law1("".join(pieces), mandoku.read("".join(pieces)))


@settings(max_examples=200)
@given(TITLES, st.sampled_from(["running", "bracketed", "indented"]), st.lists(PIECES, max_size=40))
def test_law1_on_any_text_in_every_form(title: str, form: str, pieces: list[str]) -> None:
    seed = {
        "running": "經注疏(釋)音義(音)疏(曰)",
        "bracketed": "經(注/注注注)",
        "indented": "經\n　註曰甲\n經\n　註曰乙\n經",
    }
    raw = page(title, seed[form], "".join(pieces))
    assert_law1(raw, mandoku.read(raw))


@pytest.mark.parametrize(
    "raw",
    [
        "#+TITLE: 儀禮\n" + "(" * 200_000,
        "#+TITLE: 儀禮\n" + ")" * 200_000 + "(" + " " * 200_000 + "x(",
        "#+TITLE: " + " " * 200_000 + "x\n",
        "#+TITLE: 儀禮\n經\n　註曰" + "○" * 100_000 + "\n經\n　註曰" + "()" * 50_000,
        "#+TITLE: 儀禮\n" + "疏(" * 100_000,
        "#+TITLE: 儀禮\n" + "<pb:KR" * 100_000,
        "#+TITLE: 儀禮\n" + "　" * 300_000 + "第一\n" + "卷" * 300_000,
        "#+TITLE: 儀禮\n經\n　註曰甲\n經\n　註曰乙(案" + ")\n \n " * 40_000 + "x(",
        "# -*- mode: mandoku\r# all on one line\r經文(注)\r",
    ],
)
def test_hostile_text_is_read_in_time(raw: str) -> None:
    start = time.process_time()
    assert_law1(raw, mandoku.read(raw))
    assert time.process_time() - start < 10


def test_what_follows_a_circle_in_a_book_of_nobody_known_is_no_sounds_of_anybody() -> None:
    """A treatise whose author no line tells: where its notes say where a thing is from, remarks follow behind a circle."""
    lines = (
        "宮室考",
        "　右明堂記神農曰天府黃帝曰合宮(尸子○按有所聚/之謂府穹窿在上)",
        "周人明堂度九尺之筵(考工記○至此/始分室矣)堂崇一筵(個古賀反○/筵音延)",
    )
    voices = [voice for voice in read(page(*lines, number="KR1d0045")) if "○" in voice[2]]
    assert voices == [
        ("述註", "", "○按有所聚之謂府穹窿在上"),
        ("述註", "", "○至此始分室矣"),
        ("音義", "陸德明", "○筵音延"),
    ]


def test_the_author_of_a_book_is_known_by_its_title_where_no_line_names_him() -> None:
    raw = page(
        "經禮補逸",
        "田獵則萊澤野及弊田植虞旌以屬禽(鹽讀為豔)郊特牲季春出火",
        "　愚案艾蘭以為防以大艾草為防營也",
        number="KR1d0036",
    )
    assert [(layer, speaker) for layer, speaker, _ in read(raw)][-1] == ("述註", "汪克寬")


def test_behind_an_abstract_the_name_of_the_library_opens_the_book() -> None:
    raw = page(
        "儀禮釋宮增注",
        "欽定四庫全書　　　　　經部四",
        "　　提要",
        *["　　　　註謂大夫士無左右房朱子疑大夫士亦有西房而"] * 16,
        "欽定四庫全書",
        "　儀禮釋宫増注",
        "　　　　　　　　　　　　婺源江永撰",
        "宫室之名制不盡見於經其可考者宫必南鄉",
        juan="0",
        number="KR1d0047",
    )
    found = read(raw)
    assert ("題", "", "婺源江永撰") in found
    assert found[-1][::2] == ("經", "宫室之名制不盡見於經其可考者宫必南鄉")
