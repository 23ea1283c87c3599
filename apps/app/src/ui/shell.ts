import { type RefObject, useEffect } from 'react'

/** Removes the static shell of index.html as soon as a real page is shown. */
export function hideShell() {
  const shell = document.getElementById('shell')
  if (!shell) return
  document.documentElement.classList.remove('inside')
  shell.remove()
}

/** Ionic shows a page some frames after React has rendered it. */
export function useHideShell(page: RefObject<Element | null>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first page mounts
  useEffect(() => {
    if (!document.getElementById('shell')) return
    const started = performance.now()
    let frame = requestAnimationFrame(function look() {
      const element = page.current
      const visible = element && !element.closest('.ion-page-invisible')
      if (visible || performance.now() - started > 3000) hideShell()
      else frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}
