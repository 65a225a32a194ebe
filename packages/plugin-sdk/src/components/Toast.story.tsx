import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { useToast } from './Toast.tsx'

function Shown({ say }: ExampleProps) {
  const toast = useToast()
  const undo = { label: say('Undo', '撤销'), onPress: () => toast({ title: say('Restored', '已恢复') }) }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => toast({ title: say('Saved', '已保存'), tone: 'positive' })}>
        {say('Say it', '提示')}
      </Button>
      <Button onClick={() => toast({ title: say('Link deleted', '短链接已删除'), action: undo })}>
        {say('Offer to undo', '提供撤销')}
      </Button>
      <Button
        onClick={() =>
          toast({
            title: say('The mail did not leave', '邮件未能发出'),
            description: say('Try again in a minute.', '请在一分钟后重试。'),
            tone: 'danger',
          })
        }
      >
        {say('Tell a failure', '提示失败')}
      </Button>
    </div>
  )
}

export const story = defineStory({ component: 'Toast', examples: { 'notes that pass by themselves': Shown } })
