from __future__ import annotations

import pytest

from yili_kg.annotation.citation_rules import load_citation_rules
from yili_kg.annotation.quotation_ends import Endings
from yili_kg.annotation.quotation_weights import Words, load_end_weights
from yili_kg.annotation.quotations import find_quotes
from yili_kg.tables.patterns import load_patterns


def test_quotation_patterns_take_their_examples() -> None:
    assert load_patterns("quotations/patterns").fails() == []


ENDINGS = Endings(load_citation_rules("end"), load_citation_rules("turn"))


class Book:
    """A book that has some words, to follow quotations in."""

    def __init__(self, text: str, words: str) -> None:
        self.text, self.words = text, words

    def along(self, begin: int, limit: int) -> int:
        end = begin
        while end < limit and self.text[begin : end + 1] in self.words:
            end += 1
        return end

    def in_text(self) -> Book:
        return self

    def in_notes(self) -> Book | None:
        return None

    def near(self, begin: int, end: int) -> Book:
        return self

    @property
    def size(self) -> int:
        return len(self.words)

    def first_run(self, begin: int, limit: int, least: int) -> int:
        places = range(begin, min(limit, len(self.text) - least + 1))
        return next((p for p in places if self.text[p : p + least] in self.words), -1)

    def like(self, begin: int, end: int) -> float:
        return float(self.text[begin:end] in self.words)

    def joins(self, begin: int, end: int, place: int) -> bool:
        return self.text[begin:end] + self.text[place : place + 3] in self.words

    def beside(self, begin: int, run: int, end: int) -> float:
        return 0.0

    def ahead(self, begin: int, place: int, end: int) -> float:
        return 0.0


class Noted(Book):
    """One with notes, too."""

    def __init__(self, text: str, words: str, notes: str) -> None:
        super().__init__(text, words)
        self.notes = notes

    def in_notes(self) -> Book:
        return Book(self.text, self.notes)


def quoted(example: str, book: str = "") -> list[str]:
    """What the title between ⟦ and ⟧ quotes."""
    begin, end = example.index("⟦"), example.index("⟧") - 1
    text = example.replace("⟦", "").replace("⟧", "")
    spans = find_quotes(text, begin, end, (), ENDINGS, Book(text, book) if book else None)
    return [text[a:b] for a, b in spans]


def test_a_whole_note_is_followed_in_its_book() -> None:
    note = "".join(chr(0x5000 + n) for n in range(200))
    assert quoted(f"⟦小行人⟧注云{note}案又", note) == [note]


@pytest.mark.parametrize(
    ("example", "expected"),
    [
        ("肉謂之羹者⟦爾雅⟧文云羹定者", []),
        ("案《⟦玉藻⟧》云「大夫素帶」,鄭云「素帛」。", ["大夫素帶", "素帛"]),
        ("《⟦四牡⟧》序云「勞使臣之來也。」云勞者,案彼經云「王事靡盬」", ["勞使臣之來也", "王事靡盬"]),
        ("案⟦曲禮⟧云旬之內曰近某日明此亦筮旬", ["旬之內曰近某日"]),
        ("案⟦聘禮⟧賓入門左,注云由賓位也,", ["賓入門左", "由賓位也"]),
        ("案⟦燕禮⟧諸侯之禮,", []),
        ("《⟦大射⟧》諸侯禮,而云六人,故知", ["六人"]),
        ("《⟦鹿鳴⟧》,此采其己有旨酒,以召嘉賓。", ["己有旨酒,以召嘉賓"]),
        ("明堂位⟦少牢⟧主人獻祝設席鄭彼注云室中迫狹是也", ["室中迫狹"]),
        ("⟦玉藻⟧「」", []),
        ("又⟦燕禮⟧設洗當東霤注曰人君為殿屋也案考工記", ["設洗當東霤", "人君為殿屋也"]),
        ("⟦釋宮⟧曰宮中之門謂之闈郭氏曰謂相通小門也是正門", ["宮中之門謂之闈", "謂相通小門也"]),
        ("⟦玉藻⟧云裼衣之上復有衣賈疏云冬時襯身禪衫也案", ["裼衣之上復有衣", "冬時襯身禪衫也"]),
        ("⟦聘禮⟧主君之禮所用之物", []),
        ("今據⟦釋文⟧改正侯氏升", []),
        ("此三字監本脫今據⟦通解⟧補", []),
        ("即用⟦聘禮⟧注補之意方完足", []),
        ("鄭⟦目錄⟧云士冠於五禮屬嘉禮大小戴及別錄此皆第一", ["士冠於五禮屬嘉禮大小戴及別錄此皆第一"]),
        ("儀禮士冠禮⟦目錄⟧云士冠於五禮屬嘉禮疏天子諸侯同", ["士冠於五禮屬嘉禮"]),
        ("案⟦巾車⟧鄭注云樊馬大帶也案又", ["樊馬大帶也"]),
        ("鄭注⟦論語⟧云成章曰絢與此語異", ["成章曰絢"]),
        ("⟦士喪⟧疏云房戶之外由半以南謂之堂案", ["房戶之外由半以南謂之堂"]),
        ("⟦曲禮⟧云四十强而仕則若然今云殤死者", ["四十强而仕"]),
        ("⟦說文⟧云衿衣系也而無衿字", ["衿衣系也"]),
        ("⟦釋文⟧云音視從監本", ["音視"]),
        ("⟦釋文⟧云猶隳則言字當在猶字上", ["猶隳"]),
        ("⟦爾雅⟧注云衣小帶邢疏云衿", ["衣小帶"]),
        ("⟦鄭目錄⟧云童子任職居士位則是仕於諸侯此皆", ["童子任職居士位則是仕於諸侯此皆"]),
        ("又⟦通典⟧宋崔凱云父卒繼母嫁從為之服報是也", ["父卒繼母嫁從為之服報"]),
        ("閻若璩⟦尚書古文疏證⟧引其說辨之曰館即客館是也", ["館即客館"]),
        ("⟦通典⟧同異之文也鄭云父卒", []),
        ("⟦字林⟧云骹骨也又作脾", ["骹骨也"]),
        ("⟦說文⟧作霸云月始生魄然也", ["月始生魄然也"]),
        ("又⟦祭統⟧云設同几同几即同席今祭於廟", ["設同几"]),
        ("⟦孝經⟧云父子父子兄弟兄弟是也", ["父子父子兄弟兄弟"]),
        ("⟦喪大記⟧正義曰堂廉堂基南畔廉稜之上也又按鄉射", ["堂廉堂基南畔廉稜之上也"]),
        ("當八升⟦開元禮⟧練冠八升九升是也此麻衣", ["練冠八升九升"]),
        ("故⟦通解⟧載有叶音是也", []),
        ("又⟦詩⟧云充耳充即塞也生時人君用玉", ["充耳"]),
        ("士昏禮第二⟦鄭目錄⟧云士娶妻之禮大小戴及別錄此皆第二昏禮下達", ["士娶妻之禮大小戴及別錄此皆第二"]),
    ],
)
def test_quotations_cases(example: str, expected: list[str]) -> None:
    assert quoted(example) == expected


def test_quotations_run_along_with_the_cited_book() -> None:
    book = "大夫側尊用棜士側尊用禁"
    assert quoted("云棜者⟦玉藻⟧大夫側尊用棜禮之常", book) == ["大夫側尊用棜"]
    assert quoted("云棜者⟦玉藻⟧大夫用之", book) == []


@pytest.mark.parametrize(
    ("example", "book", "expected"),
    [
        ("以為候⟦學記⟧曰比年入學指十五時也中年考校一年視離經辨志是也", "比年入學中年考校一年視離經辨志", ["比年入學", "中年考校一年視離經辨志"]),
        ("俗誤行之者案⟦曲禮⟧文幼子常視毋誑是也", "幼子常視毋誑立必正方", ["幼子常視毋誑"]),
        ("並是⟦曲禮⟧文立必正方也", "幼子常視毋誑", []),
        ("云量侯道以貍步者⟦大射⟧文故彼云以貍步張三侯是用步耳", "量人量侯道與所設乏以貍步張三侯", ["以貍步張三侯"]),
        ("上賓者⟦少牢⟧文案彼云長賓洗爵獻于尸是也", "賓長洗爵獻于尸", ["長賓洗爵獻于尸"]),
        ("疏云案⟦周禮巾車⟧掌五路玉路以祀尊之不賜諸侯金路同姓以封象路異姓以封是也", "樊纓九就同姓以封象路異姓以封革路", ["同姓以封象路異姓以封"]),
        ("面鼓又與⟦鄉飲酒⟧後首相變云執越內弦右手相者", "後首挎越內弦右手相樂正先升", []),
    ],
)  # fmt: skip
def test_words_of_the_book_are_quoted_where_nothing_announces_them(
    example: str, book: str, expected: list[str]
) -> None:
    assert quoted(example, book) == expected


@pytest.mark.parametrize(
    ("example", "book", "expected"),
    [
        ("考⟦周禮⟧所謂翟者以雉羽為車兩旁之蔽", "重翟錫面朱總", ["翟"]),
        ("間傳⟦小記⟧所謂易服者易輕者除服者先重者此也", "經曰易服者易輕者除服者先重者", ["易服者易輕者除服者先重者"]),
        ("又⟦楚茨⟧曰祝祭于祊祀事孔明以此言", "祝祭于祊祀事孔明", ["祝祭于祊祀事孔明"]),
    ],
)
def test_what_a_book_calls_so_is_taken_up(example: str, book: str, expected: list[str]) -> None:
    assert quoted(example, book) == expected


def test_a_note_a_little_later_is_that_of_the_book_whose_notes_have_it() -> None:
    text = "案曲禮云主人敬客是此義也鄭注云敬猶尊也尊之所以拜故先拜也"

    notes = "敬猶尊也尊之所以拜"
    book = Noted(text, "主人敬客則先拜客", notes)
    spans = find_quotes(text, 1, 3, (), ENDINGS, book)
    assert [text[a:b] for a, b in spans] == ["主人敬客", "敬猶尊也尊之所以拜"]
    own = find_quotes(text, 1, 3, (), ENDINGS, book, own=True)
    assert [text[a:b] for a, b in own] == ["主人敬客"], "the note on what is explained is what he explains"


def test_a_note_without_a_word_of_saying_is_like_one_of_the_book() -> None:
    text = "引喪大記以下欲證士有冰案彼注造猶內夷槃小焉第為簀謂無席如浴時牀也"

    notes = "造猶內夷槃小焉第為簀謂無席如浴時牀也"
    spans = find_quotes(text, 1, 4, (), ENDINGS, Noted(text, "君設大盤", notes))
    assert [text[a:b] for a, b in spans] == ["造猶內夷槃小焉第為簀謂無席如浴時牀也"]
    other = find_quotes(text, 1, 4, (), ENDINGS, Book(text, "君設大盤"))
    assert other == (), "no note of the book"


MEMBERS = "其祀戶祭先脾蟄蟲始振其祀竈祭先肺螻蟈鳴其祀中霤祭先心其音宮其祀門祭先肝涼風至其祀行祭先腎"


@pytest.mark.parametrize(
    ("example", "book", "expected"),
    [
        ("五祀⟦月令⟧春祀戶祭先脾夏祀竈祭先肺秋祀門祭先肝○", MEMBERS, ["祀戶祭先脾夏祀竈祭先肺秋祀門祭先肝"]),
        ("案⟦特牲⟧云主人拜送此云主人答拜特牲尸", "主人拜送尸卒角主人答拜祝受尸角", ["主人拜送"]),
        ("五祀⟦月令⟧云其祀戶祭先脾涼風至矣", MEMBERS, ["其祀戶祭先脾"]),
    ],
)
def test_a_member_of_a_row_goes_on_with_fewer_graphs(example: str, book: str, expected: list[str]) -> None:
    assert quoted(example, book) == expected


def test_the_note_of_the_book_right_behind_its_words() -> None:
    text = "公羊傳曰賵者以乘馬束帛以馬者謂士不備四即此"

    notes = "以馬者謂士不備四也"
    spans = find_quotes(text, 0, 3, (), ENDINGS, Noted(text, "賵者以乘馬束帛", notes))
    assert [text[a:b] for a, b in spans] == ["賵者以乘馬束帛", "以馬者謂士不備四"]
    other = find_quotes(text, 0, 3, (), ENDINGS, Book(text, "賵者以乘馬束帛"))
    assert [text[a:b] for a, b in other] == ["賵者以乘馬束帛"]


def test_words_of_a_note_that_nothing_announces() -> None:
    text, notes = "士喪禮舉鼎右人以右手執匕左人以左手執爼舉鼎人兼執", "右人以右手執匕左人以左手執爼因其便也"
    spans = find_quotes(text, 0, 3, (), ENDINGS, Noted(text, "舉鼎入西面錯", notes))
    assert [text[a:b] for a, b in spans] == ["右人以右手執匕左人以左手執爼"]
    own = find_quotes(text, 0, 3, (), ENDINGS, Noted(text, "舉鼎入西面錯", notes), own=True)
    assert own == ()  # of what he explains himself the note is the one that he argues about
    assert find_quotes(text, 0, 3, (), ENDINGS, Noted(text, "舉鼎入西面錯", "左人以左手")) == ()
    concluded = "燕禮主為臣子故工四人從大夫制其大師"
    assert find_quotes(concluded, 0, 2, (), ENDINGS, Noted(concluded, "席工於西階上", "工四人從大夫制也")) == ()


@pytest.mark.parametrize(
    ("example", "book", "expected"),
    [
        ("按⟦聘禮⟧賓進訝受几注古文訝為梧公食", "賓進訝受几", ["賓進訝受几", "古文訝為梧公食"]),
        ("又⟦禹貢⟧篠簜既敷鄭云篠是竹箭", "篠簜既敷瑤琨", ["篠簜既敷", "篠是竹箭"]),
        (
            "⟦曲禮⟧云執器則上衡注云謂高於其心國君則平衡",
            "執器則上衡國君則平衡。謂高於其心",
            ["執器則上衡", "謂高於其心", "國君則平衡"],
        ),
        ("⟦禹貢⟧篠簜既敷者按", "篠簜既敷瑤琨", ["篠簜既敷"]),
        ("案⟦月令⟧仲春開冰先薦寢廟季春云薦鮪于寢廟案", "開冰先薦寢廟。薦鮪于寢廟", ["開冰先薦寢廟", "薦鮪于寢廟"]),
        ("⟦禹貢⟧厥貢之物者按", "篠簜既敷瑤琨", []),
        ("案⟦桓二年⟧臧哀伯云三辰旂旗", "三辰旂旗昭其明也", ["三辰旂旗"]),
        ("要不從也⟦既夕禮⟧若無器則捂受之注不疊出", "若無器則捂受之", ["若無器則捂受之"]),
        (
            "⟦聘禮⟧云卿致館注云致館安之也揖入及廟門注云舍于大夫廟卿館于大夫",
            "卿致館。致館安之也。揖入及廟門。舍于大夫廟",
            ["卿致館", "致館安之也", "揖入及廟門", "舍于大夫廟"],
        ),
        ("⟦禮記⟧云魯人將有事於頖官鄭云頖宮郊之學也", "魯人將有事於頖宮", ["魯人將有事於頖官", "頖宮郊之學也"]),
    ],
)
def test_words_that_the_book_has(example: str, book: str, expected: list[str]) -> None:
    assert quoted(example, book) == expected


def test_overlong_words_that_no_book_holds_end_where_most_speaks_for_it() -> None:
    words = "冠者所以別成人也修德束躬以自申飭所以檢其邪心守其正意也君子始冠必祝成禮加冠以屬其心鬼神以為"
    end = load_end_weights().end(Words(words, 0, len(words)), ENDINGS)
    assert quoted(f"⟦說苑⟧曰{words}") == [words[:end]]


@pytest.mark.parametrize(
    ("example", "book", "quotes"),
    [
        ("合⟦少牢⟧吉祭云某妃配是男女共尸", "以某妃配某氏", ["某妃配"]),
        ("按⟦聘義⟧但言已聘而還圭璋不言及璧琮", "已聘而還圭璋此輕財", ["已聘而還圭璋"]),
        ("案⟦郊特牲⟧云朝聘之賓者是異國聘賓", "朝聘之賓者也", ["朝聘之賓者"]),
        ("⟦明堂位⟧崇坫康圭據此則坫即在門右", "崇坫康圭疏屏", ["崇坫康圭"]),
        ("案⟦禹貢⟧云篠簜既敷孔云篠竹箭也案又", "篠簜既敷瑤琨", ["篠簜既敷", "篠竹箭也"]),
        ("故⟦有司徹⟧上大夫云主人退注云反於寢也案又", "主人退", ["主人退", "反於寢也"]),
        ("敬不能並⟦有司徹⟧荅一拜", "主人荅一拜賓", ["荅一拜"]),
        ("載於爼⟦士虞⟧右人載者喪祭少變", "佐食右人載卒", ["右人載"]),
        ("又于⟦士昏禮⟧特豚合升云不言四鬄", "特豚合升去蹄", ["特豚合升"]),
        ("載於爼⟦士虞⟧左人載者喪祭少變", "佐食右人載卒", []),
        ("詳見下⟦記⟧授主人者虚爵也", "酌授主人以虚爵", []),
        ("⟦大祝⟧辨九祭七曰絶祭注云絶祭不循其末", "辨九祭一曰命祭七曰絶祭", ["辨九祭七曰絶祭", "絶祭不循其末"]),
    ],
)
def test_a_few_words_that_the_book_has(example: str, book: str, quotes: list[str]) -> None:
    assert quoted(example, book) == quotes


def test_a_word_of_the_next_clause_that_the_book_has_there_is_quoted() -> None:
    assert quoted("⟦曲禮⟧云四十强而仕則若然今云", "四十强而仕則五十") == ["四十强而仕則"]
