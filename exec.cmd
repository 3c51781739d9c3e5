@rem The scripts of package.json begin with exec, so that a signal to npm reaches what it runs. Windows has no such word.
@%*
