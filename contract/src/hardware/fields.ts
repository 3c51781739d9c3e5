/** What can be changed of a device, each by its path, with its one name on every screen. */
export const editableDeviceFields = {
  status: 'Status',
  name: 'Name',
  price: 'Price',
  details: 'Details',
  'imageMetaData.imageUrl': 'Image',
  'imageMetaData.imageName': 'Image name',
  'imageMetaData.imageSize': 'Image size',
} as const
export type EditableDeviceField = keyof typeof editableDeviceFields

export const deviceFields = {
  /** What the unit is never changes. */
  deviceId: 'Device Id',
  macAddress: 'MAC address',
  appStream: 'App stream',
  ...editableDeviceFields,
} as const
