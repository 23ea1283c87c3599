import type { Skill } from '@reflet/contract/skills'
import { expect, test } from 'vitest'
import { skillKeysOf, suggestedSkills } from './job-skills.ts'

const TITLES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'customer support',
    'service_mindset',
    ['Customer support specialist', 'Spécialiste du support client', 'Kundenservice', 'Atención al cliente', 'دعم العملاء'],
  ],
  ['design', 'creativity', ['Product designer', 'Designer produit', 'Produktdesign', 'Diseño de producto', 'تصميم المنتجات']],
  [
    'development',
    'analytical_thinking',
    ['Frontend developer', 'Développement frontend', 'Frontend-Entwicklung', 'Desarrollo frontend', 'تطوير الواجهات الأمامية'],
  ],
  ['data', 'analytical_thinking', ['Data analyst', 'Analyste de données', 'Datenanalyse', 'Análisis de datos', 'تحليل البيانات']],
  [
    'sales',
    'client_relationships',
    ['Sales manager', 'Responsable des ventes', 'Vertriebsleitung', 'Responsable de ventas', 'إدارة المبيعات'],
  ],
  [
    'accounts',
    'client_relationships',
    ['Account manager', 'Responsable de comptes clients', 'Key-Account-Management', 'Responsable de cuentas', 'إدارة حسابات العملاء'],
  ],
  ['people', 'active_listening', ['HR partner', 'Partenaire RH', 'HR Business Partner', 'Responsable de RR. HH.', 'شؤون الموارد البشرية']],
  ['leading', 'delegation', ['Team lead', 'Responsable d’équipe', 'Teamleitung', 'Responsable de equipo', 'قيادة الفريق']],
  [
    'projects',
    'project_planning',
    ['Project manager', 'Responsable de projet', 'Projektleitung', 'Responsable de proyectos', 'إدارة المشاريع'],
  ],
  ['marketing', 'clear_writing', ['Marketing specialist', 'Spécialiste marketing', 'Marketing', 'Especialista en marketing', 'التسويق']],
  [
    'finance',
    'attention_to_detail',
    ['Finance controller', 'Responsable du contrôle de gestion', 'Finanzcontrolling', 'Control financiero', 'المراقبة المالية'],
  ],
  [
    'quality',
    'attention_to_detail',
    ['Quality engineer', 'Spécialiste qualité', 'Qualitätssicherung', 'Ingeniería de calidad', 'هندسة الجودة'],
  ],
]

for (const [profession, first, titles] of TITLES)
  test(`job titles of ${profession} suggest their skills in five languages`, () => {
    for (const title of titles) {
      const keys = skillKeysOf(title)
      expect([title, keys[0]]).toEqual([title, first])
      expect(new Set(keys).size, title).toBe(6)
    }
  })

test('a title that names two professions suggests skills of both; an unknown or empty one those of any job', () => {
  expect(skillKeysOf('Sales Manager')).toEqual([
    'client_relationships',
    'negotiation',
    'persuasion',
    'understanding_customers',
    'delegation',
    'coaching',
  ])
  for (const title of ['', 'Xyz', '???']) expect(skillKeysOf(title)[0]).toBe('active_listening')
  expect(skillKeysOf('Visual merchandiser'), 'IT and HR are whole words').toEqual(skillKeysOf(''))
})

test('skills that the company retired are not suggested', () => {
  const skill = (key: string | null): Skill => ({
    id: key ?? 'own',
    key,
    name: '',
    description: '',
    category: 'other',
    custom: key === null,
  })
  expect(suggestedSkills('Support', [skill('active_listening'), skill(null), skill('service_mindset')]).map(({ key }) => key)).toEqual([
    'service_mindset',
    'active_listening',
  ])
})
