/**
 * Words that are tried first here, though no list of leaked passwords ranks them so high: the products, what people do with
 * them, and what Muslims say every day, in the spellings people use. A phrase is found by the words it is made of.
 */
export const HOUSE_WORDS = `
hikmah hikma console deen deenfund deenkiosk deenscreen deenweb fund kiosk screen
admin login root owner manager staff donor donate donation donations charity office team demo owner
muslim muslims islam islamic islamiya muslimah ummah iman imaan imam sheikh shaykh mufti
allah allahu rabb rasul nabi prophet muhammad mohammad mohammed muhammed mohamed ahmed ahmad
bismillah rahman rahim rahmanir rahmanirrahim alhamdulillah hamdulillah alhamdulilah alhamdullilah hamdu lillah lilah
subhan subhanallah subhanallahi mashallah mashaallah masha insha inshallah inshaallah astaghfirullah astagfirullah astaghfir
jazak jazakallah jazakallahu jazakumullah khair khairan khayr barakallah baraka barak tabarakallah tawakkul tawakkaltu
akbar allahuakbar takbir laila lailaha illallah illa ilaha wallahi wallah yaallah ameen amin kalima shahada tawheed tawhid
salam salaam salamu assalam assalamu assalamualaikum alaikum alaykum aleikum alaikom walaikum wassalam slm
ramadan ramadhan ramzan ramazan mubarak kareem karim eid fitr adha eidmubarak muharram shaban rajab dhulhijjah ashura
jummah jumma jumuah juma salah salat salaat namaz fajr dhuhr zuhr asr maghrib isha tahajjud taraweeh adhan azan wudu dua duaa
zakat zakah sadaqah sadaqa sadaka waqf fitrah fidya qurbani hajj umrah sawm iftar suhoor halal haram hijab
masjid masjids masjed mosque musjid quran koran kuran surah sunnah hadith sirah seerah fiqh sharia shariah hijri
makkah mecca madinah medina kaaba kaba zamzam aqsa alaqsa quds palestine jannah firdaus peace love ilove free
`
  .trim()
  .split(/\s+/)
