import { EmailTextPage } from './EmailTextPage.tsx'

export default function WorkspaceEmailPage() {
  return <EmailTextPage place="workspace" />
}
