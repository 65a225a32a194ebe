import { useMemo, useState } from 'react'
import createPurifier from 'dompurify'
import { sanitizeEmail, type Realm, type SafeEmail } from './sanitize-email.ts'

export interface SafeEmailInFrame {
  /** Undefined until the frame has its document. */
  readonly email: SafeEmail | undefined
  readonly onReady: (inside: Document | null) => void
}

/** Sanitizes HTML in the document of a frame, which gets one purifier for all emails that it shows. */
export function useSafeEmail(html: string): SafeEmailInFrame {
  const [inside, setInside] = useState<Document | null>(null)
  const frame = useMemo(() => {
    if (inside === null) return undefined
    const realm = inside.defaultView as Realm
    return { realm, purifier: createPurifier(realm) }
  }, [inside])
  const email = useMemo(
    () => (frame === undefined ? undefined : sanitizeEmail(html, frame.realm, frame.purifier)),
    [html, frame],
  )
  return { email, onReady: setInside }
}
