import { EmailTextList } from './EmailTextList.tsx'

export default function WorkspaceEmailsPage() {
  return <EmailTextList place="workspace" />
}
