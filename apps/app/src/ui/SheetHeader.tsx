import { IonButton, IonButtons, IonHeader, IonTitle, IonToolbar } from '@ionic/react'
import type { ComponentProps } from 'react'
import pageStyles from './Page.module.css'

interface Props extends ComponentProps<typeof IonTitle> {
  title: string
  /** The label of the button. */
  close: string
  onClose: () => void
}

/** The title of a sheet and the button that closes it. */
export const SheetHeader = ({ title, close, onClose, ...heading }: Props) => (
  <IonHeader className="ion-no-border">
    <IonToolbar>
      <IonTitle {...heading}>
        <span className={pageStyles.pageTitle}>{title}</span>
      </IonTitle>
      <IonButtons slot="end">
        <IonButton onClick={onClose}>{close}</IonButton>
      </IonButtons>
    </IonToolbar>
  </IonHeader>
)
