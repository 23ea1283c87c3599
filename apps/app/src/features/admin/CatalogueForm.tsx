import { IonButton } from '@ionic/react'
import type { Texts } from '@reflet/contract/admin-catalogue'
import { AWARD_ICONS } from '@reflet/contract/awards'
import { LOCALES } from '@reflet/contract/common'
import { SKILL_CATEGORIES } from '@reflet/contract/skills'
import type { ParseKeys } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES, useLocale } from '../../platform/locale.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Field, FieldFrame } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { useToast } from '../../ui/toast.ts'
import { type Catalogue, type CatalogueItem, useRemoveItem, useRetireItem, useSaveItem } from './admin.api.ts'
import { VideoFiles } from './VideoFiles.tsx'

interface Props {
  catalogue: Catalogue
  /** undefined: a new one. */
  item: CatalogueItem | undefined
  onDone: () => void
}

const KINDS: Partial<Record<Catalogue, readonly string[]>> = { skills: [...SKILL_CATEGORIES, 'other'], awards: AWARD_ICONS }

const withoutEmpty = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()))

/** The texts of one item in up to five languages, one's own language first. */
export function CatalogueForm({ catalogue, item, onDone }: Props) {
  const { t, i18n } = useTranslation()
  const toast = useToast()
  const own = useLocale()
  const [names, setNames] = useState<Texts>({ ...item?.names })
  const [descriptions, setDescriptions] = useState<Texts>({ ...item?.descriptions })
  const kinds = KINDS[catalogue]
  const [kind, setKind] = useState(item?.kind ?? kinds?.[0] ?? '')
  const save = useSaveItem(catalogue)
  const retire = useRetireItem(catalogue)
  const remove = useRemoveItem(catalogue)
  const error = save.error ?? retire.error ?? remove.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const done = () => {
      toast(t('admin.saved'))
      onDone()
    }
    save.mutate(
      { id: item?.id, texts: { names: withoutEmpty(names), descriptions: withoutEmpty(descriptions), kind } },
      { onSuccess: done },
    )
  }
  const labelOf = (one: string) => {
    const key = `categories.${one}`
    return i18n.exists(key) ? t(key as ParseKeys) : t('admin.catalogue.other')
  }
  const toggle = item ? (
    <IonButton
      fill="outline"
      onClick={() => retire.mutate({ id: item.id, retired: !item.retired }, { onSuccess: () => toast(t('admin.saved')) })}
    >
      {t(item.retired ? 'admin.catalogue.restore' : 'admin.catalogue.retire')}
    </IonButton>
  ) : null
  if (item?.built_in)
    return (
      <div className="stack">
        <p>{item.descriptions[own] ?? item.descriptions.en}</p>
        <p className="quiet small">{t('admin.catalogue.fixed')}</p>
        {error ? <ErrorNotice error={error} /> : null}
        {toggle}
      </div>
    )
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className="quiet small">{t('admin.catalogue.languages_hint')}</p>
      {[own, ...LOCALES.filter((locale) => locale !== own)].map((locale) => {
        const language = LANGUAGE_NAMES[locale]
        return (
          <div key={locale} className="stack">
            <Field
              id={`item-name-${locale}`}
              label={t('admin.catalogue.name', { language })}
              lang={locale}
              dir="auto"
              maxLength={80}
              value={names[locale] ?? ''}
              onChange={({ target }) => setNames({ ...names, [locale]: target.value })}
            />
            {names[locale] ? (
              <TextAreaField
                id={`item-description-${locale}`}
                label={t('admin.catalogue.description', { language })}
                lang={locale}
                dir="auto"
                rows={2}
                maxLength={400}
                value={descriptions[locale] ?? ''}
                onChange={({ target }) => setDescriptions({ ...descriptions, [locale]: target.value })}
              />
            ) : null}
          </div>
        )
      })}
      {catalogue === 'skills' ? (
        <FieldFrame id="item-kind" label={t('admin.catalogue.category')}>
          <Select id="item-kind" value={kind} onChange={({ target }) => setKind(target.value)}>
            {kinds?.map((one) => (
              <option key={one} value={one}>
                {labelOf(one)}
              </option>
            ))}
          </Select>
        </FieldFrame>
      ) : null}
      {catalogue === 'awards' ? (
        <div className="chips" role="radiogroup" aria-label={t('admin.catalogue.icon')}>
          {kinds?.map((one) => (
            <label key={one} className="chip">
              <input type="radio" name="item-icon" value={one} checked={kind === one} aria-label={one} onChange={() => setKind(one)} />
              <AwardDrawing icon={one} size={40} />
            </label>
          ))}
        </div>
      ) : null}
      {item && catalogue === 'videos' ? <VideoFiles id={item.id} /> : null}
      {error ? <ErrorNotice error={error} /> : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" expand="block" disabled={save.isPending}>
          {t('common.save')}
        </IonButton>
      </div>
      {toggle}
      {item ? (
        <IonButton
          fill="clear"
          color="danger"
          onClick={() =>
            remove.mutate(item.id, {
              onSuccess: ({ result }) => {
                toast(t(result === 'deleted' ? 'admin.catalogue.removed' : 'admin.catalogue.now_retired'))
                onDone()
              },
            })
          }
        >
          {t('admin.catalogue.remove')}
        </IonButton>
      ) : null}
    </form>
  )
}
