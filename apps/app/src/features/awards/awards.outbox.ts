import { awards } from '@reflet/contract/awards'
import { call } from '../../platform/client.ts'
import type { Sender } from '../../platform/outbox.ts'
import { queryClient } from '../../platform/query.ts'
import type { NewAwards } from './awards.api.ts'

export const awardsToSend: Sender = {
  send: ({ body }) => call(awards.giveAwards, { body: body as NewAwards }),
  sent: () => void queryClient.invalidateQueries({ queryKey: ['awards', 'list'] }),
}
