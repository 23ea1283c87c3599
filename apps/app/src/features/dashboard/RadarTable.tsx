import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { useCounts } from '../../ui/counts.ts'
import { HiddenTable } from '../../ui/HiddenTable.tsx'
import { formatNewest, useSpreadText } from './figures.ts'

/** The radar's data, for screen readers. */
export function RadarTable({ skills }: { skills: readonly SkillStatistics[] }) {
  const { t } = useTranslation()
  const { score: scoreText } = useCounts()
  const spreadText = useSpreadText()
  return (
    <HiddenTable caption={t('radar.caption')}>
      <thead>
        <tr>
          <th scope="col">{t('skill.title')}</th>
          <th scope="col">{t('dashboard.legend.others')}</th>
          <th scope="col">{t('skill.distribution')}</th>
          <th scope="col">{t('dashboard.newest_head')}</th>
          <th scope="col">{t('dashboard.legend.self')}</th>
        </tr>
      </thead>
      <tbody>
        {skills.map(({ skill, score, n, self, distribution, newest_at }) => (
          <tr key={skill.id}>
            <th scope="row">{skill.name}</th>
            <td>{scoreText(score, n)}</td>
            <td>{n > 0 ? spreadText(distribution) : '–'}</td>
            <td>{n > 0 && newest_at ? formatNewest(newest_at) : '–'}</td>
            <td>{self ? formatNumber(self.rating) : t('skill.no_self')}</td>
          </tr>
        ))}
      </tbody>
    </HiddenTable>
  )
}
