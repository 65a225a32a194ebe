import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { ImportCsv } from './ImportCsv.tsx'

export const story = defineStory({
  component: 'ImportCsv',
  examples: {
    plain: ({ say }) => <Sample say={say} />,
    'with problems': ({ say }) => <Sample say={say} hasProblems />,
  },
})

function Sample({ say, hasProblems = false }: ExampleProps & { readonly hasProblems?: boolean }) {
  const problems = [{ line: 2, field: 'email', message: say('Enter a valid email.', '请填写有效的邮箱。') }]
  return (
    <ImportCsv
      title={say('Import contacts', '导入联系人')}
      fields={[
        { name: 'name', label: say('Name', '姓名'), required: true },
        { name: 'email', label: say('Email', '邮箱') },
      ]}
      onSend={async ({ csv, dryRun }) => {
        await new Promise((resolve) => setTimeout(resolve, 600))
        const rows = csv.trim().split('\n').length - 1
        return { rows, created: dryRun ? 0 : rows, problems: hasProblems ? problems : [] }
      }}
    />
  )
}
