// Loads this page again from the service, with the headers of its own address.
export const openAgain = (): void => window.location.reload();
