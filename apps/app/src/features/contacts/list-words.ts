import { fold } from '@reflet/contract/folding'
import type { Relation } from '@reflet/contract/relations'

/** The meaning of a column; `name` is the family name or the full name, depending on the other columns. */
export type Column = 'email' | 'first_name' | 'last_name' | 'full_name' | 'name' | 'relation'

/** Folded letters and digits only, without the Arabic tatweel: `E-Mail Address` and `e mail  ADDRESS` are equal. */
const wordOf = (text: string) =>
  fold(text)
    .replaceAll('\u0640', '')
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()

const HEADERS: Record<Column, readonly string[]> = {
  email: [
    ...['e-mail', 'email', 'mail', 'e-mail address', 'email address', 'mail address', 'e-mail 1 value', 'e-mail 1 address', 'work email'],
    ...['e-mail 2 address', 'e-mail 2 value', 'e-mail 3 address', 'e-mail 3 value', 'primary email', 'address'],
    ...['adresse e-mail', 'adresse mail', 'adresse électronique', 'adresse de messagerie', 'courriel', 'messagerie', 'mél', 'adresse'],
    ...['البريد الإلكتروني', 'بريد إلكتروني', 'البريد', 'عنوان البريد الإلكتروني', 'الايميل', 'إيميل'],
    ...['correo', 'correo electrónico', 'dirección de correo', 'dirección de correo electrónico', 'email profesional'],
    ...['e-mail-adresse', 'mailadresse', 'emailadresse', 'e-mailadresse', 'mail-adresse', 'e-post'],
  ],
  first_name: [
    ...['first name', 'firstname', 'given name', 'givenname', 'forename'],
    ...['prénom', 'prénoms', 'prénom(s)'],
    ...['الاسم الأول', 'الاسم الشخصي'],
    ...['nombre de pila', 'primer nombre'],
    ...['vorname', 'vornamen', 'rufname'],
  ],
  last_name: [
    ...['last name', 'lastname', 'surname', 'family name', 'familyname'],
    ...['nom de famille', 'nom d’usage'],
    ...['اسم العائلة', 'الاسم الأخير', 'اللقب', 'الكنية', 'النسب'],
    ...['apellido', 'apellidos', 'primer apellido'],
    ...['nachname', 'familienname', 'zuname'],
  ],
  full_name: [
    ...['full name', 'fullname', 'display name', 'displayname', 'person', 'contact', 'colleague'],
    ...['nom complet', 'nom et prénom', 'prénom et nom', 'nom prénom', 'prénom nom', 'personne', 'collègue', 'nom affiché'],
    ...['الاسم الكامل', 'الاسم بالكامل', 'الشخص', 'الزميل'],
    ...['nombre completo', 'nombre y apellidos', 'persona', 'contacto', 'compañero'],
    ...['vollständiger name', 'vor- und nachname', 'name vorname', 'vorname nachname', 'kontakt', 'anzeigename', 'kollege'],
  ],
  name: ['name', 'nom', 'noms', 'names', 'nombre', 'nombres', 'الاسم', 'اسم', 'namen'],
  relation: [
    ...['relation', 'relationship', 'working relationship'],
    ...['lien', 'lien de travail', 'relation de travail'],
    ...['العلاقة', 'علاقة', 'علاقة العمل', 'صلة العمل'],
    ...['relación', 'relación laboral', 'vínculo'],
    ...['beziehung', 'verhältnis', 'arbeitsbeziehung'],
  ],
}

const RELATION_WORDS: Record<Relation, readonly string[]> = {
  superior: [
    ...['superior', 'manager', 'boss', 'line manager', 'n+1', 'supervisor', 'lead', 'team lead'],
    ...['responsable', 'supérieur', 'supérieure', 'supérieur hiérarchique', 'chef', 'cheffe', 'manageur', 'manageuse'],
    ...['مدير', 'المدير', 'مديري', 'رئيس', 'مسؤول', 'المسؤول', 'مديرة', 'المدير المباشر'],
    ...['jefe', 'jefa', 'superiora', 'gerente'],
    ...['führungskraft', 'vorgesetzter', 'vorgesetzte', 'chefin', 'teamleitung', 'leitung'],
  ],
  equal: [
    ...['equal', 'peer', 'same level'],
    ...['même niveau', 'pair', 'paire', 'pairs', 'homologue'],
    ...['المستوى نفسه', 'نظير', 'النظير', 'ند', 'زميل بالمستوى نفسه'],
    ...['par', 'igual', 'mismo nivel', 'homólogo', 'homóloga'],
    ...['peers', 'gleichgestellt', 'gleichrangig', 'gleiche ebene'],
  ],
  lower: [
    ...['lower', 'direct report', 'report', 'n-1', 'subordinate'],
    ...['personne encadrée', 'collaborateur direct', 'collaboratrice directe', 'subordonné', 'subordonnée'],
    ...['مرؤوس', 'المرؤوس', 'مرؤوس مباشر', 'تابع'],
    ...['colaborador directo', 'colaboradora directa', 'subordinado', 'subordinada', 'a su cargo', 'a mi cargo'],
    ...['mitarbeiter', 'mitarbeiterin', 'mitarbeitend', 'mitarbeitende', 'direkt unterstellt', 'unterstellt'],
  ],
  coworker: [
    ...['coworker', 'co-worker', 'colleague', 'teammate'],
    ...['collègue', 'collègues', 'coéquipier', 'coéquipière'],
    ...['زميل/زميلة', 'زميل', 'زميلة', 'الزميل', 'زميل عمل'],
    ...['compañero/a', 'compañero', 'compañera', 'colega', 'compañero de trabajo'],
    ...['kollegin/kollege', 'kollege', 'kollegin', 'kolleg:in', 'kollegium', 'aus dem kollegium'],
  ],
  outside: [
    ...['outside', 'outsider', 'external', 'client', 'customer', 'partner', 'supplier', 'outside the company'],
    ...['hors de l’entreprise', 'extérieur', 'externe', 'cliente', 'partenaire', 'fournisseur', 'prestataire'],
    ...['خارج الشركة', 'خارجي', 'من خارج الشركة', 'عميل', 'شريك', 'مورد'],
    ...['fuera de la empresa', 'externo', 'externa', 'socio', 'proveedor', 'cliente externo'],
    ...['extern', 'außerhalb des unternehmens', 'außerhalb', 'kunde', 'kundin', 'lieferant', 'dienstleister'],
  ],
}

/** One table from words to meanings; the first meaning of a word counts. */
function lookup<K extends string>(words: Record<K, readonly string[]>): ReadonlyMap<string, K> {
  const found = new Map<string, K>()
  for (const [meaning, spellings] of Object.entries(words) as [K, readonly string[]][]) {
    for (const spelling of spellings) if (!found.has(wordOf(spelling))) found.set(wordOf(spelling), meaning)
  }
  return found
}

const headers = lookup(HEADERS)
const relations = lookup(RELATION_WORDS)

export const columnOf = (cell: string) => headers.get(wordOf(cell))
export const relationOf = (cell: string) => relations.get(wordOf(cell))
