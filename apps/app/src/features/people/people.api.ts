import type { Locale } from '@reflet/contract/common'
import { people } from '@reflet/contract/people'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { publish } from '../../platform/events.ts'
import { logoutEverywhere, setUserRecord } from '../../platform/session.ts'

/** The server is told first: what it words (skills, mails) follows the language that it knows. */
export const useChangeLocale = () =>
  useMutation({
    mutationFn: (locale: Locale) => call(people.updateUser, { params: { userId: '1' }, body: { locale } }),
    onSuccess: async (record) => {
      await setUserRecord(record)
      publish('localeChanged', record.user.locale)
    },
  })

export const useLogoutEverywhere = () => useMutation({ mutationFn: logoutEverywhere })
