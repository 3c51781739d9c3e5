/** What fictional visitors ask on the website, and the replies. */
export const questions = [
  ['How many screens do you need?', ['Two, in the prayer hall and the lobby', 'One large one', 'Four', 'Not sure yet']],
  ['Do you take donations online today?', ['No', 'Through a bank transfer only', 'Yes, with another service']],
  ['When would you like to start?', ['Before Ramadan', 'Next month', 'As soon as we can']],
  ['How did you hear about us?', ['From a mosque nearby', 'At a conference', 'Friday talk']],
] as const

export const applications = [
  ['deenscreen'],
  ['deenkiosk', 'deenfund'],
  ['deenfund'],
  ['deenweb'],
  ['deenkiosk', 'deenscreen'],
  [],
] as const

export const times = ['10:00 AM', '1:30 PM', 'after Dhuhr', '6:00 PM', '11:15 AM'] as const

export const inquiries = [
  ['Support', 'The prayer times on our screen are an hour off since the clocks changed. What do we have to set?'],
  ['Sales', 'We run three centres and would like one contract for all of them. Is there a price for that?'],
  ['Partnership', 'We equip schools and would be glad to offer your kiosks too. Whom can we talk to?'],
  ['Billing', 'Our treasurer needs the receipts of the last year for the audit. Can you send them together?'],
  ['Support', 'The kiosk asks for a network after every power cut. Is there a way to keep it connected?'],
  ['Other', 'Do you have a leaflet in Arabic and Urdu that we could hand out after the Friday prayer?'],
  ['Sales', 'Can the screen show the prayer times in the ladies’ hall and announcements in the lobby at once?'],
  ['Support', 'A donor paid twice by mistake. How do we give one of the payments back?'],
  ['Other', 'Is it possible to visit a mosque near Chicago that uses your screens already?'],
] as const

export const answers = [
  'Salam, thank you for writing. We call you tomorrow morning.',
  'Salam, yes, that is possible. Shall we speak on Thursday?',
  'Salam, I have sent you the details by mail.',
  'Salam, our colleague takes care of this today.',
] as const

export const notesForColleagues = ['Called, no answer. Try again on Monday.', 'Waits for their board.', ''] as const

export const advertising =
  'Rank first now! https://rank.example https://rank.example/buy https://rank.example/now https://rank.example/more'
