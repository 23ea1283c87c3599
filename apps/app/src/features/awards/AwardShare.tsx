import { IonButton, IonIcon } from '@ionic/react'
import type { Award } from '@reflet/contract/awards'
import { isRightToLeft } from '@reflet/contract/common'
import { linkOutline, shareSocialOutline } from 'ionicons/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../platform/clipboard.ts'
import { fullName } from '../../platform/full-name.ts'
import { useLocale } from '../../platform/locale.ts'
import { addressOf, shareFile } from '../../platform/share.ts'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { makePicture, PICTURE, type PictureWords } from './award-picture.ts'
import styles from './awards.module.css'

/**
 * Rendered in advance: the share sheet opens only directly after a press (user activation). Undefined while it is rendered, null where it
 * is not supported.
 */
function usePicture(words: PictureWords) {
  const [picture, setPicture] = useState<{ file: File; url: string } | null>()
  const key = JSON.stringify(words)
  useEffect(() => {
    let current = true
    let url: string | undefined
    void makePicture(JSON.parse(key) as PictureWords).then((file) => {
      if (!current) return
      url = file ? URL.createObjectURL(file) : undefined
      setPicture(file && url ? { file, url } : null)
    })
    return () => {
      current = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [key])
  return picture
}

/** Shares an award as a picture and as a link: the picture contains the message only if selected. */
export function AwardShare({ award }: { award: Award }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const toast = useToast()
  const [withMessage, setWithMessage] = useState(false)
  const { type, message, visibility } = award
  const giver = fullName(award.giver, t('answers.former'))
  const receiver = fullName(award.receiver)
  const picture = usePicture({
    icon: type.icon,
    type: type.name,
    to: t('awards.one.to', { name: receiver }),
    from: t('awards.one.from', { name: giver }),
    body: withMessage && message ? message : type.description,
    direction: isRightToLeft(locale) ? 'rtl' : 'ltr',
  })
  const url = addressOf(`/award?id=${award.id}`)
  const alt = t('awards.share.alt', { type: type.name, receiver, giver })
  const share = async (file: File) => {
    const result = await shareFile({ file, text: alt, url })
    if (result !== 'shared' && result !== 'closed') toast(t(`awards.share.${result}`, { link: url }))
  }
  const copy = async () => toast((await copyText(url)) ? t('awards.share.copied') : t('awards.share.not_copied', { link: url }))
  return (
    <section className="stack" aria-labelledby={`share-${award.id}`}>
      <h2 id={`share-${award.id}`}>{t('awards.share.title')}</h2>
      {picture ? <img className={styles.awardPicture} data-testid="award-picture" src={picture.url} alt={alt} {...PICTURE} /> : null}
      {picture === undefined ? <div className={styles.awardPicture} data-testid="award-picture" aria-hidden="true" /> : null}
      {picture === null ? <p className="notice">{t('awards.share.failed')}</p> : null}
      {message ? (
        <label className="option">
          <input type="checkbox" checked={withMessage} onChange={() => setWithMessage(!withMessage)} />
          <span>{t('awards.share.message')}</span>
        </label>
      ) : null}
      <TrustLine>{t(`awards.share.reach_${visibility}`)}</TrustLine>
      <div className="form-actions">
        <IonButton disabled={!picture} onClick={() => picture && void share(picture.file)}>
          <IonIcon slot="start" icon={shareSocialOutline} aria-hidden="true" />
          {t('awards.share.action')}
        </IonButton>
        <IonButton fill="outline" onClick={() => void copy()}>
          <IonIcon slot="start" icon={linkOutline} aria-hidden="true" />
          {t('awards.share.copy')}
        </IonButton>
      </div>
    </section>
  )
}
