import { adminUsage, type UsageMonth } from '@reflet/contract/admin-usage'
import type { Output } from '@reflet/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { formatNumber } from '../../platform/locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { usageQuery } from './admin.api.ts'
import styles from './admin.module.css'
import { CsvButton } from './CsvButton.tsx'
import { DataTable } from './DataTable.tsx'

const PERIODS = ['3', '12', '24'] as const

type Usage = Output<typeof adminUsage.getUsage>

interface Month {
  readonly month: string
  readonly figures: UsageMonth | null
}

type Figures = Omit<UsageMonth, 'month' | 'ended'>

/** A figure that is left out is a word. */
const cellsOf = (figures: Figures, leftOut: string) => [
  formatNumber(figures.people),
  formatNumber(figures.active),
  formatNumber(figures.asked),
  formatNumber(figures.answered),
  figures.answering_rate === null ? leftOut : formatNumber(figures.answering_rate, { style: 'percent' }),
  figures.median_days === null ? leftOut : formatNumber(figures.median_days),
  figures.quality === null ? leftOut : formatNumber(figures.quality),
]

/** The months of a period with those that are left out, which have no figures. */
const monthsOf = ({ months, left_out = [] }: Usage): Month[] =>
  [...months.map((figures) => ({ month: figures.month, figures })), ...left_out.map((month) => ({ month, figures: null }))].sort((a, b) =>
    a.month < b.month ? -1 : 1,
  )

/** How the company uses Reflet, by month and by department. */
export function UsagePage() {
  const { t } = useTranslation()
  const [months, setMonths] = useState<(typeof PERIODS)[number]>('12')
  const { data, error, refetch } = useQuery(usageQuery(Number(months)))
  const few = t('admin.usage.few')
  const head = [
    t('admin.usage.people'),
    t('admin.usage.active'),
    t('admin.usage.asked'),
    t('admin.usage.answered'),
    t('admin.usage.rate'),
    t('admin.usage.days'),
    t('admin.usage.quality'),
  ]
  return (
    <Page shows={[['admin', 'usage']]} title={t('admin.area.usage')} back="/admin" wide>
      <div className="stack">
        <FilterChips
          label={t('admin.usage.months')}
          options={PERIODS.map((value) => ({
            value,
            label: formatNumber(Number(value), { style: 'unit', unit: 'month', unitDisplay: 'long' }),
          }))}
          chosen={months}
          onChoose={(value) => setMonths(value ?? '12')}
        />
        {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton avatar={false} /> : null}
        {data && data.months.length === 0 ? (
          <EmptyState drawing="ask" title={t('admin.usage.empty')} text={t('admin.usage.empty_text')} />
        ) : null}
        {data && data.months.length > 0 ? (
          <>
            <Bars months={monthsOf(data)} />
            <DataTable
              caption={t('admin.usage.month')}
              head={[t('admin.usage.month'), ...head]}
              rows={monthsOf(data).map(({ month, figures }) => ({
                key: month,
                cells: [
                  formatMonth(month, 'long'),
                  ...(figures ? cellsOf(figures, figures.ended === false ? t('admin.usage.later') : few) : [few]),
                ],
              }))}
            />
            {data.departments.length > 0 ? (
              <DataTable
                caption={t('admin.usage.department')}
                head={[t('admin.usage.department'), ...head]}
                rows={[
                  ...data.departments.map(({ department, ...figures }) => ({
                    key: department ?? '*',
                    cells: [department ?? t('admin.usage.others'), ...cellsOf(figures, few)],
                  })),
                  { key: 'total', cells: [t('admin.usage.all'), ...cellsOf(data.total, few)] },
                ]}
              />
            ) : null}
            <p className="small quiet">{t('admin.usage.rule')}</p>
            <CsvButton endpoint={adminUsage.exportUsage} input={{ query: { months: Number(months) } }} fileName="usage.csv" />
          </>
        ) : null}
        <TrustLine>{t('admin.usage.trust')}</TrustLine>
      </div>
    </Page>
  )
}

/** Asked and answered by month; the table below says the same in numbers. */
function Bars({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...months.flatMap(({ figures }) => (figures ? [figures.asked, figures.answered] : [])))
  const height = (count: number) => ({ blockSize: `${(count / most) * 100}%` })
  return (
    <div className="card stack" aria-hidden="true">
      <div className={styles.bars}>
        {months.map(({ month, figures }) => (
          <div key={month} className={styles.bar}>
            {figures ? (
              <>
                <span className={styles.asked} style={height(figures.asked)} />
                <span className={styles.answered} style={height(figures.answered)} />
              </>
            ) : null}
          </div>
        ))}
      </div>
      <p className="row small quiet">
        <span className="grow">{formatMonth(months[0]?.month ?? '', 'long')}</span>
        {months.length > 1 ? <span>{formatMonth(months.at(-1)?.month ?? '', 'long')}</span> : null}
      </p>
      <p className={`${styles.legend} small`}>
        <span className={styles.asked}>{t('admin.usage.asked')}</span>
        <span className={styles.answered}>{t('admin.usage.answered')}</span>
      </p>
    </div>
  )
}
