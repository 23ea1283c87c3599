import { useInfiniteQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { importErrorsQuery } from './admin.api.ts'
import { DataTable } from './DataTable.tsx'

/** What is wrong with a file, line by line. */
export function ImportErrors({ id }: { id: string }) {
  const { t, i18n } = useTranslation()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(importErrorsQuery(id))
  const errors = data?.pages.flatMap((page) => page.errors) ?? []
  const problem = (code: string) => {
    const key = `admin.problem.${code}`
    return t((i18n.exists(key) ? key : 'admin.problem.invalid') as ParseKeys)
  }
  return (
    <>
      <DataTable
        caption={t('admin.import.errors')}
        head={[t('admin.import.line'), t('admin.import.field'), t('admin.import.problem'), t('admin.import.value')]}
        rows={errors.map(({ line, field, code, value }) => ({
          key: `${line} ${field} ${code}`,
          cells: [formatNumber(line), field, problem(code), value],
        }))}
      />
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  )
}
