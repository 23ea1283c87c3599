/** Compared in place: the web app has none of it. A device without a motor, or with touch feedback turned off, does nothing. */
const feel = async (run: (haptics: typeof import('@capacitor/haptics')) => Promise<void>) => {
  if (import.meta.env.MODE === 'native') await run(await import('@capacitor/haptics')).catch(() => undefined)
}

/** A choice was made, as a rating. */
export const feelChoice = () => void feel(({ Haptics, ImpactStyle }) => Haptics.impact({ style: ImpactStyle.Light }))

/** Something was sent or won. */
export const feelSuccess = () => void feel(({ Haptics, NotificationType }) => Haptics.notification({ type: NotificationType.Success }))
