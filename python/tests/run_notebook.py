"""Executes a notebook without Jupyter: each code cell in turn; an exception ends it with status 1.

    python run_notebook.py NOTEBOOK.ipynb [--write]

--write stores what the cells print and return beside them.
"""

import ast
import contextlib
import io
import json
import sys
import traceback


def execute(source, space, name):
    """Run a cell. Returns what it printed, and the value of the expression that it ends with."""
    tree = ast.parse(source, name)
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), space)
        if last is not None:
            value = eval(compile(last, name, "eval"), space)
    return printed.getvalue(), value


def main(path, write):
    with open(path) as f:
        book = json.load(f)
    space, count = {"__name__": "__main__"}, 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        source = "".join(cell["source"])
        try:
            printed, value = execute(source, space, f"cell {count}")
        except Exception:
            traceback.print_exc()
            print(f"{path}: cell {count} failed:\n{source}", file=sys.stderr)
            return 1
        cell["execution_count"], cell["outputs"] = count, []
        if printed:
            cell["outputs"].append({"output_type": "stream", "name": "stdout", "text": printed.splitlines(True)})
        if value is not None:
            data = {"text/plain": repr(value).splitlines(True)}
            if hasattr(value, "_repr_svg_"):
                data["image/svg+xml"] = value._repr_svg_().splitlines(True)
            cell["outputs"].append({"output_type": "execute_result", "execution_count": count, "data": data,
                                    "metadata": {}})
    if write:
        with open(path, "w") as f:
            json.dump(book, f, indent=1, ensure_ascii=False)
            f.write("\n")
    print(f"{path}: {count} cells")
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        raise SystemExit("usage: run_notebook.py NOTEBOOK.ipynb [--write]")
    sys.exit(main(sys.argv[1], len(sys.argv) == 3))
