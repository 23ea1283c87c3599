import { useMemo } from 'react'
import styles from './QrCode.module.css'
import { pathOf, qrOf } from './qr.ts'

/** Black on white in the dark colour scheme, too: many cameras read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const qr = qrOf(text)
    return { size: qr.size, path: pathOf(qr) }
  }, [text])
  return (
    <svg
      className={`${styles.qr} qr`}
      data-testid="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000000" d={path} />
    </svg>
  )
}
