/** Services of products for other plugins. */
export { OrderRecording, type ExternalOrder, type ExternalRefund, type OrderRecorder } from './orders/orders-service.ts'
