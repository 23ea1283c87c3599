import { badgeSvg } from '@reflet/contract/badge-picture'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../platform/session.ts'
import styles from './badges.module.css'

interface Props {
  category: string
  skill: string
  /** Of the publication; a badge that is not published yet has this year. */
  issuedAt?: string | undefined
  size: number
  /** The skill's name is beside it: then it is decoration. */
  decorative?: boolean
}

/** The picture of a badge, drawn as the server draws it. An image: what a company is called cannot become markup of the page. */
export function Medal({ category, skill, issuedAt, size, decorative = false }: Props) {
  const { t } = useTranslation()
  const company = useUser()?.company.name ?? ''
  const title = t('badges.picture', { skill, company })
  const year = (issuedAt ? new Date(issuedAt) : new Date()).getUTCFullYear()
  const drawing = badgeSvg({ category, company, year, title })
  return (
    <img
      className={styles.medal}
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
      alt={decorative ? '' : title}
      width={size}
      height={size}
    />
  )
}
