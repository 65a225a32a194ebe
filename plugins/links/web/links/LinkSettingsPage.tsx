import { LinkForm } from './LinkForm.tsx'
import { LinkFrame } from './LinkFrame.tsx'

/** All settings of a link. */
export default function LinkSettingsPage() {
  return <LinkFrame>{(link) => <LinkForm link={link} />}</LinkFrame>
}
