import type { User } from '@reflet/contract/people'
import { fullName } from '../../platform/people.ts'
import { PhotoEditor } from './PhotoEditor.tsx'

export const ProfileCard = ({ user }: { user: User }) => (
  <section className="card profile-card">
    <PhotoEditor user={user} size={88} compact />
    <div className="profile-words">
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
