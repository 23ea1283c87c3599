import type { User } from '@reflet/contract/people'
import { fullName } from '../../platform/full-name.ts'
import { PhotoEditor } from './PhotoEditor.tsx'
import styles from './profile.module.css'

export const ProfileCard = ({ user }: { user: User }) => (
  <section className={`card ${styles.profileCard}`} data-testid="profile-card" aria-label={fullName(user)}>
    <PhotoEditor user={user} size={88} compact />
    <div className={styles.profileWords}>
      <h2>
        <bdi>{fullName(user)}</bdi>
      </h2>
      {user.job_title ? (
        <p>
          <bdi>{user.job_title}</bdi>
        </p>
      ) : null}
      <p className="quiet">
        <bdi>{user.email}</bdi>
      </p>
      <p className="quiet">
        <bdi>{user.company.name}</bdi>
        {user.department ? (
          <>
            {' · '}
            <bdi>{user.department}</bdi>
          </>
        ) : null}
      </p>
    </div>
  </section>
)
