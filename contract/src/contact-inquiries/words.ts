export const inquiryStatuses = ['New', 'In-progress', 'Closed', 'Done'] as const
export const inquirySorts = ['name', 'inquiryType', 'status', 'createdAt', 'updatedAt'] as const
export const INQUIRY_UPDATED = 'Inquiry updated successfully'
export const INQUIRY_DELETED = 'Inquiry deleted successfully!'
export const MAX_MESSAGE = 2000
