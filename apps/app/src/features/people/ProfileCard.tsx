import type { User } from '@reflet/contract/people'
import { Avatar } from '../../ui/Avatar.tsx'

export const ProfileCard = ({ user }: { user: User }) => (
  <section className="card profile-card">
    <Avatar person={user} size={72} />
    <div className="profile-words">
      <h2>
        <bdi>{`${user.first_name} ${user.last_name}`}</bdi>
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
