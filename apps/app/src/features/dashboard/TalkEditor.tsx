import type { SkillStatistics } from '@reflet/contract/statistics'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../platform/drafts.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useCounts } from '../../ui/counts.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { TalkWords } from './TalkWords.tsx'
import talkStyles from './talk.module.css'
import { BLANK, NOTES, type Talk, toggled } from './talk.ts'

const MAX_NOTE = 2000

interface Choice {
  statistics: SkillStatistics
  talk: Talk
  set: Draft<Talk>['set']
}

/** Includes or excludes a skill, and selects its quotes. Quotes are fetched when the skill is opened. */
function SkillChoice({ statistics: { skill, score, n }, talk, set }: Choice) {
  const { t } = useTranslation()
  const { score: scoreText } = useCounts()
  const [open, setOpen] = useState(false)
  const chosen = !talk.left_out.includes(skill.id)
  const ticked = talk.words[skill.id] ?? []
  const tick = (keys: string[]) => set((old) => ({ ...old, words: { ...old.words, [skill.id]: keys } }))
  return (
    <li className={talkStyles.talkSkill} data-testid="talk-skill">
      <label className="option">
        <input type="checkbox" checked={chosen} onChange={() => set((old) => ({ ...old, left_out: toggled(old.left_out, skill.id) }))} />
        <span>
          <strong dir="auto">{skill.name}</strong>
          <span className="quiet small">{scoreText(score, n)}</span>
        </span>
      </label>
      {chosen && n > 0 ? (
        <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="plain-button">
            {ticked.length > 0 ? t('talk.words_chosen', { count: ticked.length, n: formatNumber(ticked.length) }) : t('talk.choose_words')}
            <span className="visually-hidden">: {skill.name}</span>
          </summary>
          {open ? <TalkWords skillId={skill.id} ticked={ticked} onTick={tick} /> : null}
        </details>
      ) : null}
    </li>
  )
}

/** The content of the document: the period, the skills, the quotes, and my own notes. */
export function TalkEditor({ skills, draft }: { skills: readonly SkillStatistics[]; draft: Draft<Talk> }) {
  const { t } = useTranslation()
  const { value: talk, set } = draft
  return (
    <section className="stack" aria-label={t('talk.content')}>
      <p>{t('talk.intro')}</p>
      {draft.restored ? (
        <p className="quiet small" role="status">
          {t('talk.restored')}{' '}
          <button type="button" className="plain-button" onClick={() => draft.clear(BLANK)}>
            {t('talk.restart')}
          </button>
        </p>
      ) : null}
      <PeriodSelect />
      <h2>{t('talk.skills')}</h2>
      <TrustLine>{t('talk.words_trust')}</TrustLine>
      <ul className={`option-list ${talkStyles.talkSkills}`}>
        {skills.map((statistics) => (
          <SkillChoice key={statistics.skill.id} statistics={statistics} talk={talk} set={set} />
        ))}
      </ul>
      <label className="option">
        <input type="checkbox" checked={talk.with_names} onChange={() => set((old) => ({ ...old, with_names: !old.with_names }))} />
        <span>{t('talk.with_names')}</span>
      </label>
      <h2>{t('talk.notes.title')}</h2>
      <div>
        {NOTES.map((note) => (
          <TextAreaField
            key={note}
            id={`talk-${note}`}
            label={t(`talk.notes.${note}`)}
            rows={3}
            maxLength={MAX_NOTE}
            dir="auto"
            value={talk.notes[note]}
            onChange={({ currentTarget: { value } }) => set((old) => ({ ...old, notes: { ...old.notes, [note]: value } }))}
          />
        ))}
        <TrustLine>{t('talk.notes.trust')}</TrustLine>
      </div>
    </section>
  )
}
