"""The words and numbers of the terminal and the page: formats, the catalogues of languages, steps of hands, best play."""
