import { IonButton, IonButtons, IonContent, IonHeader, IonModal, IonSearchbar, IonTitle, IonToolbar } from '@ionic/react'
import { MAX_CHOSEN_SKILLS, type Skill } from '@reflet/contract/skills'
import { useQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matches } from '../../platform/search.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { catalogueQuery, useChooseSkills } from './skills.api.ts'
import './skills.css'

interface Props {
  open: boolean
  onClose: () => void
  /** The skills that I work on now, in my order. */
  chosen: readonly string[]
}

/** The catalogue by category: what I tick are the skills that I work on. Nothing is saved before "Save". */
export function SkillCatalogue({ open, onClose, chosen }: Props) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<readonly string[]>(chosen)
  const [query, setQuery] = useState('')
  const catalogue = useQuery({ ...catalogueQuery, enabled: open })
  const choose = useChooseSkills()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen counts when the sheet opens
  useEffect(() => {
    if (open) setPicked(chosen)
  }, [open])

  const toggle = (id: string) => setPicked((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  const found = (catalogue.data?.skills ?? []).filter((skill) => matches(query, skill.name, skill.description))
  return (
    <IonModal isOpen={open} onDidDismiss={onClose} aria-label={t('skills.title')}>
      <IonHeader className="ion-no-border">
        <IonToolbar>
          <IonTitle>{t('skills.title')}</IonTitle>
          <IonButtons slot="end">
            <IonButton onClick={onClose}>{t('common.cancel')}</IonButton>
          </IonButtons>
        </IonToolbar>
        <IonToolbar>
          <IonSearchbar
            value={query}
            onIonInput={({ detail }) => setQuery(detail.value ?? '')}
            placeholder={t('skills.search')}
            aria-label={t('skills.search')}
          />
        </IonToolbar>
      </IonHeader>
      <IonContent>
        <div className="page-body skills">
          {catalogue.error && !catalogue.data ? <ErrorNotice error={catalogue.error} onRetry={() => void catalogue.refetch()} /> : null}
          {catalogue.isPending ? <Skeleton avatar={false} /> : null}
          {choose.error ? <ErrorNotice error={choose.error} /> : null}
          {catalogue.data && found.length === 0 ? <p className="quiet">{t('skills.none')}</p> : null}
          {byCategory(found).map(([category, skills]) => (
            <section key={category}>
              <h2>{t(`categories.${category}` as ParseKeys, { defaultValue: t('categories.other') })}</h2>
              {skills.map((skill) => (
                <label className="option" key={skill.id}>
                  <input
                    type="checkbox"
                    checked={picked.includes(skill.id)}
                    disabled={!picked.includes(skill.id) && picked.length >= MAX_CHOSEN_SKILLS}
                    onChange={() => toggle(skill.id)}
                  />
                  <span>
                    <strong dir="auto">{skill.name}</strong>
                    <span className="quiet small" dir="auto">
                      {skill.description}
                    </span>
                  </span>
                </label>
              ))}
            </section>
          ))}
        </div>
      </IonContent>
      <div className="page-footer">
        <div className="page-body">
          <IonButton
            expand="block"
            disabled={choose.isPending || !catalogue.data}
            onClick={() => choose.mutate([...picked], { onSuccess: onClose })}
          >
            {t('skills.save', { count: picked.length, n: picked.length })}
          </IonButton>
        </div>
      </div>
    </IonModal>
  )
}

function byCategory(skills: readonly Skill[]): [string, Skill[]][] {
  const groups = new Map<string, Skill[]>()
  for (const skill of skills) groups.set(skill.category, [...(groups.get(skill.category) ?? []), skill])
  return [...groups]
}
