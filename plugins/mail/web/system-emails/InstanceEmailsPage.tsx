import { EmailTextList } from './EmailTextList.tsx'

export default function InstanceEmailsPage() {
  return <EmailTextList place="instance" />
}
