// A verb in the masculine third person next to a person's name: the person may be a woman, so that texts use nominal forms.
//
// Heuristic by lists, not by grammar. The text is stripped of vowel signs; then the word directly before the placeholder and the
// word directly after it are compared with two lists:
// - present tense: a word that begins with ي, also after و ف س ل (يود، سيصل، ويرى), unless NOT_VERBS or IMPERSONAL has it;
// - past tense: a word of PAST, also after و or ف, with or without an object pronoun (اقترح، اقترحه).
// Nouns that are written like a verb (طلب، رد، شكر، رفض، عرض، كتب، قيم) are left out of PAST: «طلب من {{name}}» is what texts are to say.
// Only a space, or a company in brackets, may be between the name and the word after it. A name with an attached prefix (ل ب و) is not
// compared with the word before it. A name after a preposition is not compared with the word after it («طلب من {{name}} يصلك»).
// Unseen: verbs that are further away, adjectives, and pronouns such as «مديره».
import { PERSON } from './patterns.mjs'

const PERSON_NAME = String.raw`\{\{?\s*${PERSON}\s*\}?\}`

const NOT_VERBS = [
  ...['يا', 'يد', 'يوم', 'يوما', 'يومي', 'يوميا', 'يومين', 'يمين', 'يسار', 'يناير', 'يونيو', 'يوليو', 'يقين'],
  ...['في', 'فيه', 'فيها', 'فيهم', 'فيك', 'فيكم', 'فيما', 'فيديو', 'سياق', 'سيرة', 'سيد', 'سيدة', 'سياسة', 'ليس', 'ليلة'],
]
/** These have no person as their subject: «يمكن {{name}}», «يرجى». */
const IMPERSONAL = ['يمكن', 'يمكنك', 'يجب', 'ينبغي', 'يرجى', 'يستحسن', 'يفضل', 'يلزم', 'يكفي', 'يوجد', 'يتم']
const PAST = [
  ...['اعتذر', 'اقترح', 'الغى', 'ارسل', 'اجاب', 'وافق', 'اعطى', 'شارك', 'اضاف', 'اكمل', 'ملا', 'حدد', 'قرا', 'اصبح', 'كان', 'دعا'],
  ...['اختار', 'اراد', 'انهى', 'بدا', 'ابلغ', 'قال', 'اوقف', 'اغلق', 'استلم', 'تلقى', 'حصل', 'رغب', 'انضم', 'غادر', 'استخدم', 'رشح'],
  ...['ادخل', 'وجد', 'استقبل', 'راى', 'اخبر', 'قدم'],
]
const OBJECT = ['', 'ه', 'ها', 'ك', 'كما', 'كم', 'هم', 'ني', 'نا']

const plain = (word) =>
  word
    .normalize('NFC')
    .replace(/[\u064b-\u0652\u0670\u0640\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/[أإآ]/g, 'ا')

const without = (word, prefixes) => word.replace(new RegExp(`^[${prefixes}]+(?=.)`), '')

/** و or ف, then the future س or ل, then ي. */
const isPresent = (word) => {
  const known = [...NOT_VERBS, ...IMPERSONAL]
  return /^[وف]?[سل]?ي../u.test(word) && ![word, without(word, 'وف'), without(word, 'وفسل')].some((one) => known.includes(one))
}
const FORMS = new Set(PAST.flatMap((verb) => OBJECT.map((end) => verb + end)))
const isPast = (word) => FORMS.has(word) || FORMS.has(without(word, 'وف'))
const isMasculineVerb = (word) => isPresent(plain(word)) || isPast(plain(word))

const BEFORE = new RegExp(`([\\p{Script=Arabic}\\p{M}]+)\\s+${PERSON_NAME}`, 'gu')
const AFTER = new RegExp(
  `([\\p{Script=Arabic}\\p{M}]*)\\s*${PERSON_NAME}(?:\\s*\\(\\{\\{?\\w+\\}?\\}\\))?\\s+([\\p{Script=Arabic}\\p{M}]+)`,
  'gu',
)
const PREPOSITIONS = ['من', 'الى', 'على', 'عن', 'مع', 'بين', 'لدى', 'عند', 'باسم', 'ل', 'ب']

/** The verbs of `text` that are directly before or after a person's name, with the name. */
export const masculineVerbsIn = (text) => [
  ...[...text.matchAll(BEFORE)].filter(([, word]) => isMasculineVerb(word)).map(([found]) => found),
  ...[...text.matchAll(AFTER)]
    .filter(([, before, word]) => !PREPOSITIONS.includes(plain(before)) && isMasculineVerb(word))
    .map(([found]) => found),
]
