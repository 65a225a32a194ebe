import { EmailFrame } from './EmailFrame.tsx'
import { useSafeEmail } from './useSafeEmail.ts'

/** HTML of an email before it is sent, in the frame that shows received ones. */
export function HtmlPreview({ html, label }: { readonly html: string; readonly label: string }) {
  const { email, onReady } = useSafeEmail(html)
  return <EmailFrame email={email} label={label} onReady={onReady} onTarget={() => undefined} />
}
