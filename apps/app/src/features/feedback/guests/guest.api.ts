import type { Locale } from '@reflet/contract/common'
import { type GuestView, guest } from '@reflet/contract/guest'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/client.ts'
import type { GuestLink } from '../../../platform/drafts.ts'
import { browserLocale, switchedLocale } from '../../../platform/locale.ts'
import type { NewAnswer } from '../feedback.api.ts'

/** Skills are named in the language of the page. */
function inPage() {
  const [locale, browser_locale] = [switchedLocale(), browserLocale()]
  return { ...(locale && { locale }), ...(browser_locale && { browser_locale }) }
}

/** Never stored on the device: the key begins with `guest`. */
export const guestQuery = ({ token, feedbackId }: GuestLink) =>
  queryOptions({
    queryKey: ['guest', token, feedbackId],
    queryFn: ({ signal }) => call(guest.getGuestView, { params: { token, feedbackId }, query: inPage() }, { signal }),
    retry: false,
  })

/** Every change returns the page's new data. */
function useGuestMutation<Input>(link: GuestLink, mutationFn: (input: Input) => Promise<GuestView>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (view) => client.setQueryData(guestQuery(link).queryKey, view),
  })
}

const paramsOf = ({ token }: GuestLink, feedbackId: string) => ({ token, feedbackId })

interface Answering {
  id: string
  answer: NewAnswer
}

export const useGuestAnswer = (link: GuestLink) =>
  useGuestMutation(link, ({ id, answer }: Answering) =>
    call(guest.guestAnswer, { params: paramsOf(link, id), query: inPage(), body: answer }),
  )

export const useGuestEdit = (link: GuestLink) =>
  useGuestMutation(link, ({ id, answer }: Answering) =>
    call(guest.guestEdit, { params: paramsOf(link, id), query: inPage(), body: answer }),
  )

export const useGuestDelete = (link: GuestLink) =>
  useGuestMutation(link, (id: string) => call(guest.guestDelete, { params: paramsOf(link, id), query: inPage() }))

/** Declines feedbacks of the link's group. The caller shows the new data, after its sheet is closed. */
export const useGuestDecline = (link: GuestLink) =>
  useMutation({
    mutationFn: ({ ids, reason }: { ids: readonly string[]; reason: string | null }) =>
      call(guest.guestDecline, {
        params: paramsOf(link, link.feedbackId),
        query: inPage(),
        body: { feedback_ids: [...ids], reason },
      }),
  })

export const useGuestReopen = (link: GuestLink) =>
  useGuestMutation(link, (ids: readonly string[]) =>
    call(guest.guestReopen, { params: paramsOf(link, link.feedbackId), query: inPage(), body: { feedback_ids: [...ids] } }),
  )

/** By the token of the mail; null without it. The response has no text, so the page keeps its own. */
export function useGuestMails(link: GuestLink, mail: string) {
  const client = useQueryClient()
  const params = { token: mail, feedbackId: link.feedbackId }
  const choice = useMutation({
    mutationFn: ({ stopped }: { stopped: boolean }) => call(stopped ? guest.guestStop : guest.guestResume, { params }),
    onSuccess: ({ mails_stopped }) => client.setQueryData(guestQuery(link).queryKey, (view) => view && { ...view, mails_stopped }),
  })
  return mail === '' ? null : choice
}

/** Confirms from the mailbox that answers which came by a copied link are mine. */
export const useGuestVerify = (link: GuestLink) =>
  useGuestMutation(link, (ids: readonly string[]) =>
    call(guest.guestVerify, { params: paramsOf(link, link.feedbackId), query: inPage(), body: { feedback_ids: [...ids] } }),
  )

/** Sets the language of later mails about this request. */
export const useGuestLocale = (link: GuestLink) =>
  useGuestMutation(link, (locale: Locale) => call(guest.guestLocale, { params: paramsOf(link, link.feedbackId), body: { locale } }))
