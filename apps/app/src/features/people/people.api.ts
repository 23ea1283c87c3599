import { avatars } from '@reflet/contract/avatars'
import type { Locale } from '@reflet/contract/common'
import type { Input } from '@reflet/contract/endpoint'
import { type NotificationChoices, type NotificationKind, people, type UserRecord } from '@reflet/contract/people'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../platform/client.ts'
import { publish } from '../../platform/events.ts'
import { logoutEverywhere } from '../../platform/logout.ts'
import { queryClient } from '../../platform/query.ts'
import { setUserRecord, userQuery } from '../../platform/session.ts'

type ProfilePatch = Input<typeof people.updateUser>['body']

const update = (body: ProfilePatch) => call(people.updateUser, { params: { userId: '1' }, body })

/** The server first: its texts (skills, mails) use the stored language. */
export const useChangeLocale = () =>
  useMutation({
    mutationFn: (locale: Locale) => update({ locale }),
    onSuccess: async (record) => {
      await setUserRecord(record)
      publish('localeChanged', record.user.locale)
    },
  })

export const useSaveProfile = () =>
  useMutation({
    mutationFn: update,
    onSuccess: async (record) => {
      await setUserRecord(record)
      // Whether a badge can show the name.
      void queryClient.invalidateQueries({ queryKey: ['badges'] })
    },
  })

export const useUploadPhoto = () =>
  useMutation({ mutationFn: (file: Blob) => call(avatars.uploadAvatar, {}, { file }), onSuccess: setUserRecord })

export const useRemovePhoto = () => useMutation({ mutationFn: () => call(avatars.deleteAvatar), onSuccess: setUserRecord })

export interface Choice {
  kind: NotificationKind
  channel: keyof NotificationChoices[NotificationKind]
  on: boolean
}

const CHOOSING = ['notifications']

function showChoice({ kind, channel, on }: Choice) {
  queryClient.setQueryData(userQuery.queryKey, (record: UserRecord | undefined) => {
    if (!record) return record
    const { notifications } = record.user
    return { ...record, user: { ...record.user, notifications: { ...notifications, [kind]: { ...notifications[kind], [channel]: on } } } }
  })
}

/** Optimistic update, reverted when the server refuses. Serialized, so that the last press wins. */
export function useChooseNotification() {
  const [failed, setFailed] = useState<{ choice: Choice; error: Error }>()
  const { mutate } = useMutation({
    mutationKey: CHOOSING,
    scope: { id: 'notifications' },
    mutationFn: ({ kind, channel, on }: Choice) => update({ notifications: { [kind]: { [channel]: on } } }),
    onMutate: async (choice) => {
      setFailed(undefined)
      await queryClient.cancelQueries({ queryKey: userQuery.queryKey })
      showChoice(choice)
    },
    onError: (error, choice) => {
      showChoice({ ...choice, on: !choice.on })
      setFailed({ choice, error })
    },
    // A response that does not include the queued presses would undo them.
    onSuccess: (record) => (queryClient.isMutating({ mutationKey: CHOOSING }) === 1 ? setUserRecord(record) : undefined),
  })
  return { choose: mutate, failed }
}

export const useLogoutEverywhere = () => useMutation({ mutationFn: logoutEverywhere })
