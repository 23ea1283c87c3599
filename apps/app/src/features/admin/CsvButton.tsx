import { IonButton, IonIcon } from '@ionic/react'
import type { Endpoint, Input } from '@reflet/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { downloadOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { download } from '../../platform/download.ts'
import { saveFile } from '../../platform/files.ts'
import { useErrorText } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'

interface Props<E extends Endpoint> {
  endpoint: E
  input: Input<E>
  fileName: string
  label?: string
}

/** Downloads a list as CSV and saves it. */
export function CsvButton<E extends Endpoint>({ endpoint, input, fileName, label }: Props<E>) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const fetchFile = useMutation({
    mutationFn: () => download(endpoint, input),
    onSuccess: (content) => saveFile(new File([content], fileName, { type: 'text/csv' })),
    onError: (error) => toast(errorText(error)),
  })
  return (
    <IonButton className="start" fill="outline" size="small" disabled={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
      <IonIcon slot="start" icon={downloadOutline} aria-hidden="true" />
      {label ?? t('admin.csv')}
    </IonButton>
  )
}
