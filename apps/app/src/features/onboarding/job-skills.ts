import { fold } from '@reflet/contract/folding'
import type { Skill } from '@reflet/contract/skills'

/** How many skills are suggested. */
const SUGGESTED = 6
/** How many of them come from the first profession that a title names; the others leave room for a second one, such as a manager's. */
const FROM_FIRST = 4

interface Profession {
  /** Parts of words in the five languages, folded; short Latin ones are compared with whole words. */
  words: string
  /** Keys of the built-in catalogue, the most typical first. */
  skills: readonly string[]
}

/** The professions that a job title may name; the more general ones follow the special ones. */
const PROFESSIONS: readonly Profession[] = [
  {
    words: 'support helpdesk hotline kundenservice kundendienst kundenbetreu clientele atencion soporte accueil empfang recepcion دعم خدمه',
    skills: ['service_mindset', 'handling_complaints', 'active_listening', 'handling_pressure', 'explaining_simply', 'follow_through'],
  },
  {
    words:
      'sales vente vendeu commercial comercial vertrieb verkauf ventas vended account_manag key_account comptes_client cuentas مبيعات حسابات_العملاء',
    skills: ['client_relationships', 'negotiation', 'persuasion', 'understanding_customers', 'active_listening', 'resilience'],
  },
  {
    words: 'marketing communication kommunikation comunicacion content brand marque redact redakt journalis تسويق اعلام',
    skills: ['clear_writing', 'creativity', 'understanding_customers', 'engaging_presentations', 'data_literacy', 'digital_communication'],
  },
  {
    words: 'design ux ui graphi grafi disen gestalt architect architekt arquitect تصميم مصمم',
    skills: ['creativity', 'understanding_customers', 'receiving_feedback', 'explaining_simply', 'attention_to_detail', 'curiosity'],
  },
  {
    words: 'data donnees daten datos statisti analyst analysis bi بيانات محلل تحليل',
    skills: [
      'analytical_thinking',
      'data_literacy',
      'explaining_simply',
      'critical_thinking',
      'engaging_presentations',
      'attention_to_detail',
    ],
  },
  {
    words: 'qualit calidad tester testing qa جوده',
    skills: [
      'attention_to_detail',
      'root_cause_analysis',
      'critical_thinking',
      'anticipating_risks',
      'constructive_feedback',
      'follow_through',
    ],
  },
  {
    words:
      'develop entwickl desarroll programm programad software logiciel engineer ingenieur ingenier technici technik informati devops it تطوير مطور هندسه مهندس مبرمج تقني',
    skills: [
      'analytical_thinking',
      'cross_team_cooperation',
      'knowledge_sharing',
      'explaining_simply',
      'continuous_learning',
      'task_automation',
    ],
  },
  {
    words: 'finan comptab accountant accounting buchhalt contab controll controle_de_gestion audit tresor مالي محاسب',
    skills: ['attention_to_detail', 'analytical_thinking', 'anticipating_risks', 'explaining_simply', 'reliability', 'data_literacy'],
  },
  {
    words:
      'hr rh human_resources ressources_humaines recursos_humanos rr_hh recrut recruit personal_ talent people موارد_بشريه موارد_البشريه توظيف',
    skills: ['active_listening', 'empathy', 'fairness', 'conflict_resolution', 'inclusion', 'coaching'],
  },
  {
    words: 'jurist juridi legal lawyer avocat recht abogad قانون محام',
    skills: ['clear_writing', 'critical_thinking', 'anticipating_risks', 'explaining_simply', 'attention_to_detail', 'negotiation'],
  },
  {
    words:
      'logisti achat acheteu purchas procurement einkauf compras supply lager almacen production produktion producc مشتريات لوجست انتاج',
    skills: ['reliability', 'handling_pressure', 'negotiation', 'prioritisation', 'anticipating_risks', 'follow_through'],
  },
  {
    words:
      'teach trainer formateu formatri lehrer schulung docente formador professor profesor nurse infirmi pfleg enfermer تعليم تدريب معلم ممرض',
    skills: ['explaining_simply', 'empathy', 'active_listening', 'public_speaking', 'handling_pressure', 'mentoring'],
  },
  {
    words: 'project projet projekt proyecto scrum product_owner product_manag produktmanag chef_de_produit مشروع مشاريع',
    skills: [
      'project_planning',
      'prioritisation',
      'managing_expectations',
      'running_meetings',
      'anticipating_risks',
      'cross_team_cooperation',
    ],
  },
  {
    words: 'administra assist secreta sekret office buero اداره_المنصه اداري سكرتير',
    skills: ['time_management', 'reliability', 'attention_to_detail', 'prioritisation', 'clear_writing', 'service_mindset'],
  },
  {
    words:
      'manager team_lead teamleit leitung leiter direct direkt chef_ head_of responsable_d_equipe responsable_des responsable_de_equipo jefe jefa gerente ceo coo cto قياده قائد مدير رئيس',
    skills: ['delegation', 'coaching', 'constructive_feedback', 'setting_direction', 'decision_making', 'motivating_others'],
  },
]

/** Skills that help in any job. */
const IN_ANY_JOB = ['active_listening', 'teamwork', 'constructive_feedback', 'prioritisation', 'explaining_simply', 'adaptability']

/** Letters and single spaces, with a space at both ends, so that a whole word can be found as " word ". */
const wordsOf = (title: string) =>
  ` ${fold(title)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()} `

const SHORT = /^[a-z]{1,3}$/

function names(title: string, { words }: Profession) {
  return words.split(' ').some((word) => {
    const part = word.replaceAll('_', ' ')
    return title.includes(SHORT.test(part) ? ` ${part} ` : part)
  })
}

/** The keys of the skills that suit a job title, in one of the five languages; those of any job when it names no known profession. */
export function skillKeysOf(jobTitle: string): string[] {
  const title = wordsOf(jobTitle)
  const [first, ...others] = PROFESSIONS.filter((profession) => names(title, profession)).map(({ skills }) => skills)
  const keys = first ? [...first.slice(0, FROM_FIRST), ...others.flatMap((skills) => skills.slice(0, 2)), ...first] : IN_ANY_JOB
  return [...new Set([...keys, ...IN_ANY_JOB])].slice(0, SUGGESTED)
}

/** Those of them that the company's catalogue has. */
export function suggestedSkills(jobTitle: string, catalogue: readonly Skill[]): Skill[] {
  const byKey = new Map(catalogue.map((skill) => [skill.key, skill]))
  return skillKeysOf(jobTitle).flatMap((key) => byKey.get(key) ?? [])
}
