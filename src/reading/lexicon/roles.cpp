// What a number is to its neighbours.
#include "reading/lexicon/rows.hpp"

namespace reading::lexicon {

namespace {

using enum WordSet;

constexpr Row k_role_rows[] = {
    {filler, "en", "articles, possessives, hedges and adverbs of degree change no role",
     "a,an,the,its,their,our,his,her,my,your,this,that,these,those,about,around,roughly,"
     "approximately,only,just,some,nearly,almost,exactly,precisely,over,under,another,full,mere,"
     "round,sharp,even,still,already,now,each,all,both,estimated,\",(,[,-,$,\u20ac,\u00a3"},
    {noun_end, "en", "function words and verbs that no noun phrase goes on behind",
     "a,an,the,of,in,on,at,to,for,and,or,but,with,by,from,as,is,are,was,were,be,been,being,has,"
     "have,had,having,it,its,this,that,these,those,which,who,whom,whose,there,here,than,then,so,"
     "if,not,no,we,he,she,they,i,you,his,her,their,our,your,my,into,over,under,about,after,before,"
     "between,during,per,each,every,all,both,out,up,down,off,also,only,just,more,less,fewer,most,"
     "least,other,another,such,will,would,can,could,may,might,should,must,did,does,do,done,left,"
     "still,remaining,remain,remains,remained,altogether,together,total,overall,combined,apiece,"
     "ago,later,earlier,last,next,previous,now,today,yesterday,against,versus,instead,while,when,"
     "where,because,since,until,though,although,within,without,across,among,via,upon,went,go,goes,"
     "came,come,comes,made,make,makes,making,gave,give,gives,giving,took,take,takes,said,says,say,"
     "cost,costs,stood,stand,stands,got,get,gets,makes,means,mean,equals,higher,lower,larger,"
     "smaller,longer,shorter,older,younger,faster,slower,above,below,behind,ahead,short,away,"
     "thus,therefore,hence,present,aboard,ashore,straight,including,brought,"
     "again,too,yet,percent,well,even,sold,paid,spent,lost,won,kept,sent,held,met,ran,sat,set"},
    {total_before, "en", "nouns and verbs of adding up",
     "total,totals,totalled,totaled,totalling,totaling,sum,altogether,combined,together,overall,"
     "aggregate,tally,toll,add up,adds up,added up,adding up,amount to,amounts to,amounted to,"
     "sum to,sums to,in all,in total,all told,all in"},
    {total_before, "de", "the same", "insgesamt,zusammen,summe,gesamt"},
    {total_before, "fr", "the same", "au total,ensemble,somme"},
    {total_before, "es", "the same", "en total,suma,juntos"},
    {total_after, "en", "adverbs of adding up",
     "in all,all in,in total,altogether,total,together,combined,all told,overall,across "
     "the,between them"},
    {total_after, "de", "the same", "insgesamt,zusammen"},
    {total_after, "fr", "the same", "au total,en tout"},
    {total_after, "es", "the same", "en total"},
    {rest_before, "en", "verbs and nouns of what is left",
     "remaining,remainder,rest,leaves,leaving,leave,left with,balance,outstanding,still owe,"
     "still owes,unpaid,unsold,down to,still due,remains,remained"},
    {rest_before, "de", "the same", "rest,restlichen,verbleiben,bleiben"},
    {rest_before, "fr", "the same", "reste,restent,restants"},
    {rest_after, "en", "the same behind the number",
     "left,remain,remains,remained,remaining,outstanding,unsold,unpaid,over,vacant,still open,"
     "still due,to go,short"},
    {result, "en", "connectives that say what follows from what was said",
     "so,thus,hence,therefore,that is,that's,i.e,which is,"
     "which makes,make,makes,making,gives,giving,gave,comes to,came to,coming to,works out,"
     "worked out,other words,equals,equal,meaning,means,"
     "consequently,bringing,brings,brought,yields,yielding,yield,amounts to,amounting,=,that means,"
     "this means,corresponds,corresponding,resulting,implied,implying"},
    {states, "en", "what may open any statement of a value",
     "is,are,was,were,be,to,for,at,:,you're,we're,they're,it's"},
    {result, "de", "the same", "also,somit,daher,ergibt,macht,das sind"},
    {result, "fr", "the same", "donc,soit,ce qui"},
    {old_before, "en", "prepositions and adverbs of the earlier or compared value",
     "from,than,against,compared with,compared to,versus,vs,instead of,used to,originally,"
     "previously,formerly,up from,down from,rather than"},
    {old_before, "de", "the same", "von,statt,gegen\u00fcber,zuvor"},
    {old_before, "fr", "the same", "de,contre,au lieu"},
    {old_after, "en", "times before the present one",
     "last year,last month,last week,last quarter,last season,last time,year earlier,year ago,"
     "year before,month earlier,month ago,week earlier,week ago,previously,before,earlier,ago"},
    {now_before, "en", "prepositions and adverbs of the later value",
     "to,now,reached,reaches,reaching,today,currently,hit,closed at,ended at"},
    {now_before, "de", "the same", "auf,jetzt,nun"},
    {now_before, "fr", "the same", "\u00e0,maintenant"},
    {now_after, "en", "times of the present",
     "now,today,this year,this month,this week,this quarter,this season,this time,this one"},
    {whole_before, "en", "prepositions of the whole", "of,out of,among,of the,per"},
    {whole_before, "de", "the same", "von"},
    {up, "en", "words of growing and of being more",
     "up,more,rise,rose,rises,risen,rising,increase,increased,increases,increasing,grew,grow,grows,"
     "growth,grown,growing,gain,gained,gains,gaining,climb,climbed,climbs,jump,jumped,jumps,higher,"
     "surge,surged,raise,raised,raises,larger,bigger,greater,expanded,plus,above,ahead,heavier,"
     "longer,taller,older,faster,dearer,added,adds,markup,uplift,hike,improvement,improved,richer,"
     "warmer,deeper,wider,late,later,extra"},
    {up, "de", "the same", "mehr,stieg,gestiegen,plus,h\u00f6her,zuwachs"},
    {up, "fr", "the same", "plus,hausse,augmentation"},
    {up, "es", "the same", "m\u00e1s,aumento,subi\u00f3"},
    {down, "en", "words of shrinking and of being less",
     "down,less,fewer,fall,fell,falls,fallen,falling,decrease,decreased,decreases,decline,declined,"
     "declines,drop,dropped,drops,dropping,lower,cut,cuts,reduced,reduction,reduces,reducing,slid,"
     "slide,slides,slipped,shrank,shrunk,sank,sinking,off,save,saved,saves,saving,savings,shed,"
     "loss,lost,loses,smaller,shorter,younger,lighter,slower,cheaper,minus,below,behind,discount,"
     "rebate,shaved,trimmed,slashed,plunged,tumbled,slump,slumped,early,colder,cooler"},
    {down, "de", "the same", "weniger,sank,gesunken,minus,niedriger,r\u00fcckgang"},
    {down, "fr", "the same", "moins,baisse,diminution"},
    {down, "es", "the same", "menos,baj\u00f3,descenso"},
    {gap, "en", "words of a distance without a direction",
     "difference,gap,apart,separate,separates,separated,separating,lead,leads,margin,change,"
     "changed,swing,surplus,deficit,shortfall,excess,step,move,moved,spread,profit,by"},
    {mean, "en", "words of the arithmetic mean or the median",
     "average,averages,averaged,averaging,mean,median"},
    {mean, "de", "the same", "durchschnitt,durchschnittlich,mittel"},
    {mean, "fr", "the same", "moyenne"},
    {mean_after, "en", "the same behind the number", "on average"},
    {opening, "en", "an account or a stock before anything moves",
     "began,begin,beginning,started,start,starting,opened,opening,initially,initial,had,brought "
     "forward,carried over"},
    {closing, "en", "the same after all that moved",
     "ended,end,ending,closed,closing,close,finished,left,remain,remained,remaining,leaves,leaving,"
     "now,balance,finally,on the,down to,up to"},
    {comes_in, "en", "what adds to an account or a stock",
     "received,receive,generated,earned,came in,arrived,added,collected,raised,deposited,delivered,"
     "joined,gained,donated,income,receipts,deposits,deliveries,arrivals,hired,returned,born,moved "
     "in,paid in,took in,brought in,checked in,boarded,harvested,hatched,produced,made"},
    {goes_out, "en", "what takes from it",
     "spent,spend,paid,repaid,repay,sold,lost,withdrew,withdrawn,used,went,gave,given,died,broken,"
     "broke,expenses,payments,withdrawals,sales,sent,shipped,issued,transferred,distributed,"
     "scrapped,discarded,left for,moved out,resigned,retired,departed,ate,eaten,cost,costs,stolen,"
     "thrown,donating,dropped off,got off,left,quit"},
    {yardstick, "en", "bases of a comparison that are no number of the text",
     "other,another,plan,planned,budget,target,forecast,expected,expectations,expectation,guidance,"
     "estimate,estimates,consensus,inflation,annualized,annualised,benchmark,respectively,"
     "estimated"},
    {beside, "en", "what stands behind a result that holds more, or less, than its operands",
     "with,after,before,including,plus,less,net,excluding,incl,excl,for,without"},
    {each_after, "en", "for every one", "each,apiece,each one,every one"},
    {each_after, "de", "the same", "je,jeweils"},
    {sum_line, "en", "labels of bills and lists",
     "total,totals,sum,subtotal,overall,altogether,due,payable,to pay,you "
     "pay,gross,net,balance,all,"
     "together,grand,all told,in all,owed,combined"},
    {sum_line, "de", "the same", "summe,gesamt,insgesamt,gesamtbetrag,zwischensumme,zusammen"},
    {sum_line, "fr", "the same", "total,ensemble,montant"},
    {sum_line, "es", "the same", "total,suma,importe"},
    {rest_line, "en", "labels of what is given back or still owed",
     "change,due,balance,left,owing"},
    {taken_off, "en", "labels of bills and accounts",
     "discount,less,minus,deposit,paid,credit,rebate,refund,off,deduction,deductions,advance,"
     "prepaid,voucher,withheld,payment"},
    {taken_off, "de", "the same", "rabatt,abz\u00fcglich,anzahlung,skonto,gutschrift"},
    {taken_off, "fr", "the same", "remise,rabais,acompte,moins"},
    {equal, "en", "says that what stands before and behind it is the same",
     "that is,that's,i.e,which is,or,equals,equal to,equal,corresponds to,corresponding to,"
     "other words,translates to,works out,namely,=,equivalent to,same as,makes,comes to,≈,"
     "meaning,roughly,approximately"},
    {refers_back, "en", "pronouns, possessives and connectives that point to the sentence before",
     "that,this,these,those,it,they,he,she,we,you,i,its,their,his,her,our,your,so,thus,hence,"
     "therefore,which,altogether,together,overall,total,that's,it's,both,all,minus,plus,up,down,"
     "consequently,accordingly,meaning,making,averaged,with,leaving"},
    {partial, "en", "openers of a list that is not, or may not be, the whole",
     "including,includes,include,included,among,of which,of whom,such as,excluding,excludes,except,"
     "at least,respectively,as many,mostly,mainly,partly,chiefly,most of,some of,so far,overlap,"
     "elsewhere,e.g,for example,largest,other"},
    {definite, "en", "determiners of what was named before",
     "the,those,these,that,this,its,their,his,her,our,my,your,all,both,said"},
    {tells_order, "en", "ordinals and words that point to one of several",
     "first,second,third,fourth,fifth,former,latter,other,another"},
    {tells_apart, "en", "times, places, sizes and kinds that come in pairs",
     "next,last,previous,earlier,later,new,old,older,newer,original,initial,final,upper,lower,"
     "larger,smaller,higher,maximum,minimum,max,min,largest,smallest,extra,additional,further,"
     "remaining,average,mean,total,net,gross,left,right,north,south,east,west,male,female,men,"
     "women,"
     "boys,girls,half,single,double"},
    {per_before, "en", "prepositions of a rate", "per,a,an,every,each,/"},
    {per_before, "de", "the same", "pro,je"},
    {per_before, "fr", "the same", "par"},
    {parts_whole, "en", "verbs and nouns of parting a whole, and of what is left of it",
     "remaining,remainder,rest,split,divided,breakdown,breaks,broken,comprises,comprising,"
     "composed"},
    {overlap, "en", "several answers, rounded or hedged shares, shares of other groups",
     "major,multiple,several,overlap,overlapping,both,could,including,some,about,roughly,rounding,"
     "rounded,choose,select,each,respectively,whom,these,those,tax,confidence"},
    {disowned, "en", "the author says that what stands there is not so",
     "incorrect,incorrectly,mistaken,mistakenly,mistake,erroneous,wrongly,erroneously,typo,"
     "misprint,miscalculated,fallacy,joke,suppose,imagine,pretend,nonexistent,fictional,untrue,"
     "falsely,absurd,doublethink,impossible,counterexample"},
};

} // namespace

std::span<const Row> role_rows()
{
    return k_role_rows;
}

} // namespace reading::lexicon
