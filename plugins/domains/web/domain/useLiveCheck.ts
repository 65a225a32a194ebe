import { useEffect, useRef } from 'react'
import { useMutation } from '@host/plugin-sdk'
import { listDomains, readDomain, verifyDomain } from '../../shared.ts'

const every = 15_000
/** After ten minutes the checks in the background are enough. */
const most = 40

/** Checks a domain again and again while its page is visible. A check that fails shows at the next one on request. */
export function useLiveCheck(id: string, isOn: boolean): void {
  const { mutate } = useMutation(verifyDomain, { invalidates: [readDomain, listDomains] })
  const check = useRef(mutate)
  check.current = mutate
  useEffect(() => {
    if (!isOn) return undefined
    let left = most
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      left -= 1
      if (left <= 0) clearInterval(timer)
      check.current({ id })
    }, every)
    return () => clearInterval(timer)
  }, [id, isOn])
}
