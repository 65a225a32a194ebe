import { useState } from 'react'
import { Badge } from '../components/Badge.tsx'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Board } from './Board.tsx'
import type { BoardMove } from './board-props.ts'

export const story = defineStory({
  component: 'Board',
  examples: {
    'moving cards': ({ say }) => <Sample say={say} />,
    'rejected by the server': ({ say }) => <Sample say={say} isRejected />,
    'read only': ({ say }) => <Sample say={say} isReadOnly />,
    loading: ({ say }) => <Sample say={say} isLoading />,
  },
})

interface SampleProps extends ExampleProps {
  readonly isRejected?: boolean
  readonly isReadOnly?: boolean
  readonly isLoading?: boolean
}

interface Deal {
  readonly id: string
  readonly title: string
  readonly stage: string
}

function Sample({ say, isRejected = false, isReadOnly = false, isLoading = false }: SampleProps) {
  const [deals, setDeals] = useState<readonly Deal[]>(() => sampleDeals(say))
  const columns = [
    { id: 'lead', label: say('Lead', '线索'), color: 'var(--color-chart-1)', total: '$12,400' },
    { id: 'offer', label: say('Offer', '报价'), color: 'var(--color-chart-3)', total: '$3,000' },
    { id: 'won', label: say('Won', '赢单'), color: 'var(--color-positive)' },
  ]
  async function move(change: BoardMove): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 600))
    if (isRejected) throw new Error(say('This deal is locked.', '此商机已锁定。'))
    setDeals((all) => moved(all, change))
  }
  return (
    <Board
      label={say('Deals', '商机')}
      columns={columns}
      cards={isLoading ? undefined : deals}
      cardLabel={({ title }) => title}
      columnOf={({ stage }) => stage}
      {...(isReadOnly ? {} : { onMove: move })}
      onOpen={() => undefined}
    >
      {({ title }) => (
        <div className="flex flex-col items-start gap-1.5">
          <p className="font-medium">{title}</p>
          <Badge>{say('This month', '本月')}</Badge>
        </div>
      )}
    </Board>
  )
}

function moved(deals: readonly Deal[], { id, to, before }: BoardMove): readonly Deal[] {
  const deal = deals.find((one) => one.id === id)
  if (deal === undefined) return deals
  const others = deals.filter((one) => one.id !== id)
  const at = others.findIndex((one) => one.id === before)
  return others.toSpliced(at === -1 ? others.length : at, 0, { ...deal, stage: to })
}

function sampleDeals(say: ExampleProps['say']): readonly Deal[] {
  return [
    { id: '1', title: say('Harbor Bakery', '海港面包店'), stage: 'lead' },
    { id: '2', title: say('North Press', '北方出版社'), stage: 'lead' },
    { id: '3', title: say('Blue Hotel', '蓝色酒店'), stage: 'lead' },
    { id: '4', title: say('City Museum', '城市博物馆'), stage: 'offer' },
  ]
}
