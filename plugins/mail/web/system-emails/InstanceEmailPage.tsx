import { EmailTextPage } from './EmailTextPage.tsx'

export default function InstanceEmailPage() {
  return <EmailTextPage place="instance" />
}
